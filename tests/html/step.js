// What is wrong with a game on a page in a frame that is stepped through as a person does: see frames.js.
'use strict';

const counted = 'steps';

function look(frame, find) {
    const page = frame.contentDocument, width = frame.clientWidth;
    let steps = 0;
    const all = (selector, where = page) => [...where.querySelectorAll(selector)];
    // Each is the change of the one before, as judge/story/view.c says.
    const changed = (old, change) => Array.isArray(change) ? change[0]
        : change === null || typeof change !== 'object' ? change
            : Array.isArray(old) ? old.map((item, i) => i in change ? changed(item, change[i]) : item)
                : Object.fromEntries(Object.keys({ ...old, ...change }).map(name =>
                    [name, name in change ? changed(old[name], change[name]) : old[name]]));
    const frames = [];
    for (const change of JSON.parse(page.getElementById('frames').textContent))
        frames.push(changed(frames[frames.length - 1], change));
    const press = key => page.body.dispatchEvent(
        new frame.contentWindow.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const member = (state, path) => path.split('.').reduce((value, key) => value?.[key], state);
    const shown = () => Number(page.getElementById('count').textContent.split(' / ')[0]) - 1;

    // The page holds what the frame says, and nothing is wider than the page.
    const expect = (place, how) => {
        steps++;
        const wanted = frames[place];
        if (shown() !== place) return find(`${how} shows step ${shown() + 1}, not ${place + 1}`);
        const wrong = (is, what) => is || find(`step ${place + 1} by ${how}: ${what}`);
        wrong(page.getElementById('said').textContent === wanted.said, 'other words');
        wrong(page.documentElement.scrollWidth <= width, `${page.documentElement.scrollWidth} wide`);
        for (const element of all('[data-text]'))
            wrong(element.textContent === String(member(wanted.state, element.dataset.text) ?? ''), element.dataset.text);
        for (const element of all('[data-cells]'))
            wrong(all('li', element).map(item => item.textContent + item.className).join() ===
                [member(wanted.state, element.dataset.cells) ?? []].flat()
                    .map(cell => (cell.text ?? cell) + (cell.mark ?? '')).join(), element.dataset.cells);
        for (const element of all('[data-line]'))
            wrong((element.getClientRects().length > 0) === (Number(element.dataset.line) === wanted.line),
                `line ${element.dataset.line}`);
        wrong(all('tr.now').map(row => row.id).join() === `line-${wanted.line}`, 'another row');
        wrong(all('.plot').every(plot => plot.hidden) === (all('.plot').length === 0), 'no chart');
    };

    // What was drawn without scripts is what they draw.
    const still = new DOMParser().parseFromString(frame.srcdoc, 'text/html');
    const start = Number(page.getElementById('view').dataset.start);
    const drawn = where => all('[data-text], [data-cells], [data-when], .dot', where).map(element =>
        [element.tagName, element.dataset.text ?? '', element.dataset.when ?? '', [...element.classList].sort().join(' '),
            parseFloat(element.style.left || 0).toFixed(1), parseFloat(element.style.top || 0).toFixed(1),
            element.dataset.when ? '' : all('li', element).map(item => item.className + item.textContent).join() ||
                element.textContent].join('|'));
    const [before, after] = [drawn(still), drawn(page)];
    before.forEach((line, i) => line === after[i] || find(`drawn without scripts: ${line}; with them: ${after[i]}`));
    if (before.length !== after.length || before.length < 4) find('other drawings without scripts');
    expect(start, 'opening');

    const last = frames.length - 1, most = Math.min(last, 40);
    press('Home');
    expect(0, 'Home');
    for (let i = 1; i <= most; i++) { press('ArrowRight'); expect(i, 'right'); }
    for (let i = most - 1; i >= most - 5 && i >= 0; i--) { press('ArrowLeft'); expect(i, 'left'); }
    press('End');
    expect(last, 'End');
    press('ArrowRight');
    expect(last, 'right at the end');
    const begins = frames.map((each, i) => i === 0 || each.part !== frames[i - 1].part ? i : -1).filter(i => i >= 0);
    press('Home');
    for (const place of [...begins.slice(1), last]) { press('ArrowDown'); expect(place, 'down'); }
    for (const place of begins.reverse()) { press('ArrowUp'); expect(place, 'up'); }

    // The buttons do the same; one plays, faster on demand, and stops.
    for (const button of all('button')) if (!button.textContent.trim()) find('a button without a name');
    page.querySelector('[data-go=last]').click();
    expect(last, 'the last button');
    page.querySelector('[data-go=first]').click();
    expect(0, 'the first button');
    const play = page.querySelector('[data-go=play]'), speed = page.getElementById('speed'), before_speed = speed.value, name = play.textContent;
    press(' ');
    press('+');
    if (play.textContent === name) find(`it plays, and the button says ${play.textContent}`);
    if (Number(speed.value) <= Number(before_speed)) find('+ is not faster');
    press('-');
    press(' ');
    if (play.textContent !== name || speed.value !== before_speed) find('it does not stop, or - is not slower');
    const place = page.getElementById('place');
    place.value = frames.length;
    place.dispatchEvent(new frame.contentWindow.Event('input', { bubbles: true }));
    expect(last, 'the slider');
    return steps;
}
