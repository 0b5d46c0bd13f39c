// A run: its progress, its report that grows, its digest, and the command that gives the same.
'use strict';

const run = (() => {
    const find = id => document.getElementById(id);
    let current = 0; // the run whose progress is shown; each has a number of its own
    let going = Promise.resolve();

    // The report, with a link to each game that it names, of the first or the second run.
    const put = (html, link) => {
        const body = parsed(html);
        for (const code of body.querySelectorAll('td > code')) {
            const [, index] = code.textContent.match(/^ninefold replay .*--index (\d+)$/) ?? [];
            if (index === undefined) continue;
            const go = document.createElement('a');
            go.href = link(index, code.closest('section')?.id === 'run-2');
            go.textContent = say('step through it');
            code.before(go, document.createElement('br'));
        }
        const fresh = document.createElement('div');
        fresh.append(...body.querySelectorAll('header > p'), ...body.querySelector('main')?.childNodes ?? []);
        const marks = body.querySelector('svg.marks');
        if (marks) fresh.prepend(marks);
        patchChildren(find('report'), fresh);
    };

    const short = value => value.toLocaleString(language, { notation: 'compact', maximumSignificantDigits: 3 });

    // How far a run is. `stopped` is told of one that has ended.
    const pace = ({ games, turns, seconds, stopped }, goal) => {
        const rate = turns / seconds, share = goal.seconds ? seconds / goal.seconds : games / goal.games;
        find('progress').value = share;
        const left = share > 0 ? Math.ceil(seconds * Math.max(1 - share, 0) / share) : 0;
        find('pace-words').textContent = [
            goal.seconds ? say('{0} games', number(games)) : say('{0} of {1} games', number(games), number(goal.games)),
            ...rate > 0 && isFinite(rate) ? [say('{0} turns/s', short(rate))] : [],
            stopped === undefined ? say('{0} s left', number(left)) : say('{0} s', seconds.toFixed(1)),
        ].join(' · ');
    };

    // What a digest is of, and what makes it at a command line.
    const tellSame = ({ digest, otherDigest, command, otherCommand }) => {
        find('digest').closest('tr').hidden = !digest; // of a tournament
        find('digest').textContent = otherDigest ? `${digest}\n${otherDigest}` : digest;
        find('command').textContent = otherCommand
            ? `${command} --save a.json\n${otherCommand} --save b.json\nninefold stats --compare a.json b.json` : command;
    };

    // Shows what `play` plays, a function that asks the engine. `tell` says how far it is, seldom;
    // `link` makes links to games.
    const start = async (engine, play, goal, link, tell) => {
        const mine = ++current;
        await engine.stop();
        await going;
        if (mine !== current) return;
        let half = false;
        const show = at => {
            if (mine !== current) return;
            pace(at, goal);
            if (at.html) put(at.html, link);
            if (!half && at.games >= goal.games / 2 && at.games < goal.games) {
                half = true;
                tell(say('Half of the games are played.'));
            }
        };
        find('same').hidden = true;
        find('report').lang = language;
        find('report').replaceChildren();
        find('stop').disabled = false;
        pace({ games: 0, turns: 0, seconds: 0 }, goal);
        tell(say('Running.'));
        try {
            const playing = play(goal.seconds ? goal : goal.games, show);
            going = playing.catch(() => {});
            const last = await playing;
            if (mine !== current) return;
            show(last);
            tellSame(last);
            find('same').hidden = last.stopped && !last.digest; // the command plays all of a tournament
            tell(last.stopped ? say('Stopped after {0} games.', number(last.games)) : say('Done: {0} games.', number(last.games)));
        } catch (error) {
            if (mine === current) find('run').hidden = true;
            throw error;
        } finally {
            if (mine === current) find('stop').disabled = true;
        }
    };

    return { start };
})();
