// The page: what the address asks for is shown, and what is done changes the address.
'use strict';

(() => {
    const find = id => document.getElementById(id);
    let shown = {};   // by view: what is shown there, as the part of the link that asks for it
    let view = '', newest = 0;
    let played = '';  // the view whose games are played, or were last
    const MANY = ['run', 'compare', 'tournament'];

    // The engine, which comes last: the page stands before it, and its buttons wait for it.
    let engine, ready = false;
    const opened = (async () => {
        await new Promise(resolve => addEventListener('DOMContentLoaded', resolve));
        if (typeof NinefoldEngine === 'undefined') throw new Error(say('The engine cannot be loaded.'));
        engine = new NinefoldEngine();
        await engine.language(language);
        ready = true;
        for (const id of ['act', 'fill', 'show-own']) find(id).disabled = false;
        if (newest === 0) tell('');
    })();

    const tell = words => { find('status').textContent = words; };
    const rest = () => tell(ready ? '' : say('Loading the engine.'));
    const fail = words => {
        find('fault').textContent = words;
        if (words) tell('');
    };

    // An invalid text: the cursor goes where the message says.
    const point = (field, message) => {
        const [, line, column] = message.match(/:(\d+):(\d+):/) ?? [];
        if (!line) return;
        const lines = field.value.split('\n');
        const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
        find('own').open = true;
        field.setAttribute('aria-invalid', 'true');
        field.focus();
        field.setSelectionRange(from + Number(column) - 1, from + Number(column));
    };

    // Does what takes a while; the last one asked for is shown.
    const work = async what => {
        const mine = ++newest;
        const isNewest = () => mine === newest;
        fail('');
        for (const field of document.querySelectorAll('[aria-invalid]')) field.removeAttribute('aria-invalid');
        try {
            await opened;
            await what(isNewest);
        } catch (error) {
            if (!isNewest()) return;
            fail(error.message);
            const field = view === 'inputs' ? inputs.blamed(error.message) : fields.instance;
            if (!MANY.includes(view) && field.value) point(field, error.message);
        }
    };

    // How each view plays the games of a link.
    const plays = {
        run: state => (count, show) => engine.run(parametersOf(state), count, show),
        compare: state => (count, show) =>
            engine.compare(parametersOf(state), parametersOf(secondOf(state)), count, show, namesOf(state)),
        tournament: state => (count, show) =>
            engine.tournament(parametersOf(state), state.strategies.split(/[\s,]+/), count, show),
    };

    const playMany = (state, goal) => work(async () => {
        const { lang } = readLink(), mine = view;
        const link = (index, second) => linkOf({ ...gamePart(second ? secondOf(state) : state), view: 'step', index, lang });
        await run.start(engine, plays[mine](state), goal, link, words => view === mine && tell(words));
    });

    const showGame = (state, index) => work(async isNewest => {
        tell(say('Working.'));
        story.clear();
        const own = fields.instance.value;
        const game = index ? (await engine.deal(parametersOf(state), index)).instance : own;
        const html = await engine.page(state.game, game, null, {});
        if (!isNewest()) return;
        story.show(html);
        tell(index ? say('Game {0} is shown below.', number(index)) : say('The game of the instance is shown below.'));
    });

    const fillIn = (state, index) => work(async isNewest => {
        tell(say('Working.'));
        story.clear();
        const { instance, transcript } = await engine.deal(parametersOf(state), index);
        if (!isNewest()) return;
        fields.instance.value = instance;
        fields.transcript.value = transcript;
        tell(say('The instance is filled in.'));
    });

    const check = () => work(async isNewest => {
        const instance = fields.instance.value, transcript = fields.transcript.value;
        const options = { strict: fields.strict.checked };
        if (!instance) throw new Error(say('Paste an instance, or fill one in.'));
        tell(say('Working.'));
        story.clear();
        const found = await engine.check(fields.game.value, instance, transcript, options);
        const html = await engine.page(fields.game.value, instance, transcript, options);
        if (!isNewest()) return;
        story.show(html);
        tell(found.right && found.kind ? say('The transcript is right, but for white space, which some judges refuse.')
            : found.right ? say('The transcript is right.') : say('The transcript is wrong, from line {0} on.', number(found.line)));
    });

    // Asks about a program; each act tells what there is to do.
    const testing = act => work(async isNewest => {
        tell(say('Working.'));
        try {
            const words = await act(isNewest);
            if (isNewest()) tell(words);
        } finally {
            folder.advance(null);
        }
    });
    const takeBack = files => testing(isNewest => outputs.take(engine, fields.game.value, files, isNewest));

    // ---- the address ----

    // Another view is one of the same game.
    const linkViews = () => {
        const { lang } = readLink();
        for (const link of document.querySelectorAll('[data-view]'))
            link.href = linkOf({ ...readForm(link.dataset.view), view: link.dataset.view, lang });
    };

    const showView = state => {
        find('title').textContent = say(views[view].title);
        find('act').textContent = say(views[view].act);
        document.title = `${say(views[view].title)} - ninefold`;
        for (const element of document.querySelectorAll('[data-for]')) {
            element.hidden = !element.dataset.for.split(' ').includes(view);
            for (const field of element.matches('fieldset') ? [element] : element.querySelectorAll('input:not([type=checkbox]), textarea'))
                field.disabled = element.hidden || (field.closest('label')?.hidden ?? false);
        }
        form.hidden = view === 'test' || view === 'inputs';
        find('own').open = view === 'check' || fields.instance.value !== '';
        find('run').hidden = view !== played || !shown[view];
        linkViews();
        for (const link of document.querySelectorAll('[data-view]')) {
            if (link.dataset.view === view) link.setAttribute('aria-current', 'page');
            else link.removeAttribute('aria-current');
        }
        for (const link of document.querySelectorAll('.languages a')) {
            link.href = linkOf({ ...state, lang: link.lang });
            if (link.lang === language) link.setAttribute('aria-current', 'true');
            else link.removeAttribute('aria-current');
        }
    };

    const speak = wanted => {
        language = wanted;
        document.documentElement.lang = language;
        engine?.language(language); // which answers in order
        catalogue = CATALOGUES[language];
        for (const list of [fields.game, find('test-game')])
            list.replaceChildren(...catalogue.games.map(game => option(game.name, game.title)));
        find('version').textContent = `ninefold ${catalogue.version}`;
        translate(document);
    };

    // A link that asks for nothing: the first visit.
    const asksNothing = state => Object.keys(state).every(key => key === 'view' || key === 'lang');

    const show = () => {
        const state = readLink();
        const before = view;
        view = state.view;
        if (languageOf(state.lang) !== language) {
            speak(languageOf(state.lang));
            shown = {};
        }
        if (before !== view) {
            story.clear();
            rest();
            fail('');
            if (!MANY.includes(view)) delete shown[view];
        }
        const asked = linkOf({ ...state, line: '' });
        const isNew = shown[view] !== asked;
        fillForm(state);
        find('test-game').value = fields.game.value;
        showView(state);
        if (!isNew || !form.reportValidity()) return;
        const goal = view === 'tournament' ? state.each && { games: count(state.each) }
            : (state.games || (view === 'run' && asksNothing(state))) && goalOf(state.games ?? USUAL_GAMES);
        if (MANY.includes(view) && goal) {
            for (const each of MANY) delete shown[each];
            shown[view] = asked;
            played = view;
            find('run').hidden = false;
            playMany(readForm(view), goal);
        } else if (view === 'step' && (state.index || fields.instance.value)) {
            shown.step = asked;
            showGame(readForm(), state.index);
        } else if (view === 'test') {
            shown.test = asked;
            testing(isNewest => test.start(engine, fields.game.value, isNewest));
        } else if (view === 'inputs' && find('inputs-made').hasChildNodes()) { // in another language, or again
            shown.inputs = asked;
            testing(isNewest => inputs.acts['inputs-make'](engine, isNewest));
        } else if (view === 'check' && state.index) {
            shown.check = asked;
            fillIn(readForm(), state.index);
        }
    };

    // Shows what the form asks for, as a link to it would.
    const go = more => {
        const { lang } = readLink();
        const link = linkOf({ ...readForm(view), view, lang, ...more });
        delete shown[view];
        if (location.hash === link) show();
        else location.hash = link;
    };

    form.addEventListener('submit', event => {
        event.preventDefault();
        if (view === 'tournament') go({ each: fields.each.value.trim() });
        else if (MANY.includes(view)) go({ games: fields.games.value.trim() });
        else if (view === 'check') check();
        else go({ index: fields.index.value.trim() });
    });
    // While the buttons wait for the engine, browsers ignore the Enter key: what it asks for comes later.
    form.addEventListener('keydown', event => {
        if (!ready && event.key === 'Enter' && event.target.matches('input')) form.requestSubmit();
    });
    form.addEventListener('change', linkViews);
    find('show-own').addEventListener('click', () => go({}));
    find('fill').addEventListener('click', () => {
        if (form.reportValidity()) go({ index: fields.index.value.trim() });
    });
    for (const [id, act] of Object.entries(test.acts)) find(id).addEventListener('click', () => testing(act));
    for (const [id, act] of Object.entries(inputs.acts))
        find(id).addEventListener('click', () => testing(isNewest => act(engine, isNewest)));
    find('folder-make').addEventListener('click', () => testing(isNewest => folder.make(engine, fields.game.value, isNewest)));
    find('folder-rows').addEventListener('click', ({ target: { value } }) => {
        if (value) testing(isNewest => outputs.look(engine, value, isNewest));
    });
    for (const id of ['folder-back', 'files-back']) {
        const field = find(id);
        find(`${id}-choose`).addEventListener('click', () => field.click());
        field.addEventListener('change', () => {
            takeBack([...field.files]);
            field.value = ''; // the same folder may come again
        });
    }
    for (const kind of ['dragover', 'drop'])
        addEventListener(kind, event => {
            if (view !== 'test' || !event.dataTransfer.types.includes('Files')) return;
            event.preventDefault();
            if (kind === 'drop') takeBack(outputs.dropped(event.dataTransfer));
        });
    find('test-game').addEventListener('change', event => {
        const { lang } = readLink();
        location.hash = linkOf({ view, game: event.target.value, lang });
    });
    find('stop').addEventListener('click', () => engine?.stop());
    document.querySelector('nav').addEventListener('click', () => find('title').focus());
    const follow = () => {
        try {
            show();
        } catch (error) {
            fail(error.message);
        }
    };
    addEventListener('hashchange', follow);
    follow();
    opened.catch(error => fail(error.message));
})();
