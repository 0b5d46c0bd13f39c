// Steps through the frames of a game; view.h says how elements follow their states.
'use strict';

// Takes up the viewer that is on the page. Returns what leaves it, before another one comes.
function ninefoldView() {
    const find = id => document.getElementById(id);
    const all = selector => [...document.querySelectorAll(selector)];
    // Each frame is the change of the one before: judge/story/view.c says how.
    const changed = (from, change) => {
        if (Array.isArray(change)) return change[0];
        if (change === null || typeof change !== 'object') return change;
        const to = Array.isArray(from) ? [...from] : { ...from };
        for (const name of Object.keys(change)) to[name] = changed(from[name], change[name]);
        return to;
    };
    const frames = [];
    for (const change of JSON.parse(find('frames').textContent)) frames.push(changed(frames.at(-1), change));
    const view = find('view'), said = find('said'), place = find('place');
    const part = find('part'), speed = find('speed'), box = find('lines');
    const play = view.querySelector('[data-go=play]');
    const leaving = new AbortController(), signal = { signal: leaving.signal };
    const starts = [...part.options].map(option => Number(option.value));
    let now = Number(view.dataset.start), timer = 0;

    // What follows the state.
    const look = (state, path) => path.split('.').reduce((value, key) => value?.[key], state);
    const cell = value => {
        const item = document.createElement('li');
        item.textContent = value?.text ?? value;
        if (value?.mark) item.className = value.mark;
        return item;
    };
    const holds = (state, condition) => {
        const [, path, sign, wanted] = condition.match(/^([^=~]*)([=~]?)(.*)$/);
        const value = look(state, path);
        if (sign === '=') return String(value) === wanted;
        if (sign === '~') return String(value ?? '').split(' ').includes(wanted);
        return value !== undefined && value !== null && value !== false;
    };
    const texts = all('[data-text]'), lists = all('[data-cells]'), plots = all('[data-from]');
    const classes = all('[data-when]').map(element => [element, element.dataset.when.split(' ')
        .map(rule => [rule.slice(0, rule.lastIndexOf(':')), rule.slice(rule.lastIndexOf(':') + 1)])]);
    const stories = new Map();
    for (const each of all('[data-line]'))
        stories.set(each.dataset.line, [...stories.get(each.dataset.line) ?? [], each]);

    const follow = state => {
        for (const element of texts) element.textContent = look(state, element.dataset.text) ?? '';
        for (const element of lists) {
            const value = look(state, element.dataset.cells) ?? [];
            element.replaceChildren(...(Array.isArray(value) ? value : [value]).map(cell));
        }
        for (const [element, rules] of classes)
            for (const [condition, name] of rules) element.classList.toggle(name, holds(state, condition));
    };

    const partOf = frame => starts.findLastIndex(start => start <= frame);
    const plot = start => {
        for (const element of plots) {
            element.hidden = Number(element.dataset.from) !== start;
            if (element.hidden) continue;
            const point = element.querySelector('polyline').points.getItem(now - start);
            const dot = element.querySelector('.dot');
            dot.style.left = `${point.x / 10}%`;
            dot.style.top = `${point.y}%`;
        }
    };

    // What else the address holds is the page's.
    const address = frame => {
        const rest = location.hash.slice(1).replace(/(^|&)line=[^&]*/, '');
        return `#${rest && `${rest}&`}line=${frame.line}${frame.step > 1 ? `.${frame.step}` : ''}`;
    };
    const show = () => {
        const frame = frames[now], current = partOf(now);
        follow(frame.state);
        plot(starts[current]);
        said.textContent = frame.said;
        place.value = now + 1;
        find('count').textContent = `${now + 1} / ${frames.length}`;
        part.selectedIndex = current;
        for (const element of all('.now[data-line], tr.now')) element.classList.remove('now');
        for (const element of stories.get(String(frame.line)) ?? []) element.classList.add('now');
        const row = find(`line-${frame.line}`);
        row.classList.add('now');
        box.scrollTop = row.offsetTop - box.clientHeight / 2;
        // Browsers refuse this where a page has no address, or too often.
        try { history.replaceState(null, '', address(frame)); } catch { /* the address stays */ }
    };
    const go = frame => {
        now = Math.min(Math.max(frame, 0), frames.length - 1);
        show();
    };

    const words = [play.textContent, play.dataset.other];
    const stop = () => {
        clearInterval(timer);
        timer = 0;
        play.textContent = words[0];
        said.setAttribute('aria-live', 'polite');
    };
    const start = () => {
        clearInterval(timer);
        if (now === frames.length - 1) go(0);
        timer = setInterval(() => {
            go(now + 1);
            if (now === frames.length - 1) stop();
        }, 1000 / Number(speed.value));
        play.textContent = words[1];
        said.setAttribute('aria-live', 'off'); // a voice cannot follow
    };
    const hasten = by => {
        speed.selectedIndex = Math.min(Math.max(speed.selectedIndex + by, 0), speed.options.length - 1);
        if (timer) start();
    };

    const does = {
        first: () => go(0),
        last: () => go(frames.length - 1),
        back: () => go(now - 1),
        on: () => go(now + 1),
        'part-back': () => go(starts[partOf(Math.max(now - 1, 0))]),
        'part-on': () => go(starts[partOf(now) + 1] ?? frames.length - 1),
        play: () => timer ? stop() : start(),
        slower: () => hasten(-1),
        faster: () => hasten(1),
    };
    const keys = {
        ArrowLeft: 'back', ArrowRight: 'on', ArrowUp: 'part-back', ArrowDown: 'part-on', Home: 'first',
        End: 'last', ' ': 'play', '+': 'faster', '=': 'faster', '-': 'slower',
    };
    const act = name => {
        if (!['play', 'slower', 'faster'].includes(name)) stop();
        does[name]();
    };
    view.addEventListener('click', event => {
        const button = event.target.closest('[data-go]');
        if (button) act(button.dataset.go);
    });
    addEventListener('keydown', event => {
        const element = event.target, order = keys[event.key];
        if (!order || event.ctrlKey || event.altKey || event.metaKey ||
            element.matches('select, textarea, input:not(#place), .scroll') ||
            (event.key === ' ' && element.matches('button, summary, a, input'))) return;
        event.preventDefault();
        act(order);
    }, signal);
    place.addEventListener('input', () => { stop(); go(Number(place.value) - 1); });
    part.addEventListener('change', () => { stop(); go(Number(part.value)); });
    speed.addEventListener('change', () => hasten(0));
    find('all').addEventListener('change', event =>
        view.parentElement.classList.toggle('stepping', !event.target.checked));

    // The frame that the address asks for: "#line=12", "#line=1.3" for its third step.
    const read = () => {
        const [, line, step] = location.hash.match(/[#&]line=(\d+)(?:\.(\d+))?(?:&|$)/) ?? [];
        if (!line) return Number(view.dataset.start);
        const first = frames.findIndex(frame => frame.line >= Number(line));
        return first < 0 ? frames.length - 1 : first + Math.max(Number(step ?? 1) - 1, 0);
    };
    addEventListener('hashchange', () => { stop(); go(read()); }, signal);
    find('controls').hidden = false;
    view.parentElement.classList.add('stepping');
    go(read());
    return () => { stop(); leaving.abort(); };
}
if (document.getElementById('frames')) ninefoldView();
