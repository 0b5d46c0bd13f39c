// The form: a game and what is to be done with it. It is filled from a link and read into one.
'use strict';

const MOST_GAMES = 100e6, MOST_EACH = 1e6, MOST_SECONDS = 600, USUAL_GAMES = '3s', MOST_SEED = 2n ** 63n - 1n;
const form = document.getElementById('form'), fields = form.elements;
let catalogue = CATALOGUES.en;

// What a game is set to, and in what the second of two settings may differ from the first: there
// fields of the same kind stand for it, empty where it does not.
const SIZES = ['players', 'rounds', 'deck'], FLAGS = ['paired', 'detail'];
const OF_GAME = ['game', ...SIZES, 'profile', 'weights', 'strategy', 'seed', ...FLAGS];
const OF_OTHER = ['rounds', 'deck', 'profile', 'weights', 'strategy', 'seed'];
const otherOf = key => fields[`b-${key}`];

for (const key of OF_OTHER) {
    const label = fields[key].closest('label').cloneNode(true), field = label.querySelector('input, select');
    field.name = `b-${key}`;
    field.required = false;
    if (key === 'seed') field.defaultValue = '';
    document.querySelector('#other .fields').append(label);
}

const option = (value, text = value) => {
    const element = document.createElement('option');
    element.value = value;
    element.textContent = text;
    return element;
};

const gameOf = name => catalogue.games.find(game => game.name === name);

// Shows a field only where the game has the parameter.
function allow(field, allowed) {
    field.closest('label').hidden = !allowed;
    field.disabled = !allowed;
}

// Fits the form to the chosen game: of its parameters those are shown that leave a choice.
function fitGame() {
    const game = gameOf(fields.game.value);
    if (!game) return;
    for (const [name, there] of Object.entries(game.has)) allow(fields[name], there);
    for (const name of SIZES) {
        const { least, most } = game[name];
        allow(fields[name], game.has[name] && least < most);
        for (const field of [fields[name], otherOf(name)]) if (field) Object.assign(field, { min: least, max: most });
    }
    fields.profile.replaceChildren(...game.profiles.map(profile => option(profile.name)));
    for (const name of OF_OTHER) {
        allow(otherOf(name), !fields[name].disabled);
        otherOf(name).placeholder = say('as in the first');
    }
    fields['b-profile'].replaceChildren(option('', say('as in the first')), ...game.profiles.map(profile => option(profile.name)));
    document.getElementById('strategies').replaceChildren(
        ...game.strategies.map(strategy => option(strategy.name, strategy.help)));
    fields.strategy.placeholder = game.strategies[0]?.name ?? '';
    if (!fields.strategies.value) fields.strategies.value = game.strategies.map(strategy => strategy.name).join(' ');
    fitProfile();
}

// Fits it to the chosen profile: which sizes are played where none are given, and what the library
// says of the profile and of parameters that mean something of their own.
function fitProfile() {
    const game = gameOf(fields.game.value);
    const profile = game?.profiles.find(each => each.name === fields.profile.value);
    if (!profile) return;
    for (const name of SIZES)
        fields[name].placeholder = profile.usual[name] > 0 ? number(profile.usual[name]) : say('as usual');
    const lines = SIZES.filter(name => game.help[name] && !fields[name].disabled)
        .map(name => `${fields[name].labels[0].textContent.trim()}: ${game.help[name]}`);
    document.getElementById('about').replaceChildren(...[`${profile.name}: ${profile.help}`, ...lines].map(line => {
        const paragraph = document.createElement('p');
        paragraph.textContent = line;
        return paragraph;
    }));
}

// 20k, 1.5M or 3000000 as a number; NaN: it is none.
function count(text) {
    const [, digits, unit] = text.trim().match(/^(\d+(?:\.\d+)?)([kMG]?)$/) ?? [];
    const value = Number(digits) * { '': 1, k: 1e3, M: 1e6, G: 1e9 }[unit];
    return Number.isInteger(value) ? value : NaN;
}

// How much is to be played: {games}, {seconds} of "3s", or undefined.
function goalOf(text) {
    const [, seconds] = text.trim().match(/^(\d+(?:\.\d+)?)s$/) ?? [];
    if (seconds > 0 && seconds <= MOST_SECONDS) return { seconds: Number(seconds) };
    const games = count(text);
    return games >= 1 && games <= MOST_GAMES ? { games } : undefined;
}

const isNumber = text => /^\d{1,19}$/.test(text.trim()) && BigInt(text) <= MOST_SEED;

// Tells the browser what is wrong with the fields it cannot judge.
function judge() {
    fields.games.setCustomValidity(goalOf(fields.games.value) ? '' :
        say('a number of games from 1 to {0}, such as 20k or 1M, or seconds, such as 3s', number(MOST_GAMES)));
    const each = count(fields.each.value);
    fields.each.setCustomValidity(each >= 1 && each <= MOST_EACH ? '' : say('a whole number from {0} to {1}', 1, number(MOST_EACH)));
    for (const field of [fields.seed, fields['b-seed'], fields.index])
        field.setCustomValidity(isNumber(field.value) || (!field.required && field.value === '') ? ''
            : say('a whole number from {0} to {1}', 0, MOST_SEED));
}

// ---- links ----

// What a link holds, in this order. `line` is the viewer's.
const views = {
    test: { title: 'Test my program', act: 'Answer' },
    run: { title: 'Play many games', act: 'Run' },
    compare: { title: 'Compare two settings', act: 'Compare' },
    tournament: { title: 'Tournament', act: 'Play' },
    check: { title: 'Check a transcript', act: 'Check' },
    step: { title: 'Step through a game', act: 'Show' },
    inputs: { title: 'Inputs of any problem', act: 'Check' },
};
const KEYS = ['view', ...OF_GAME, ...OF_OTHER.map(key => `b-${key}`), 'strategies', 'games', 'each', 'index', 'line', 'lang'];

function readLink() {
    const told = new URLSearchParams(location.hash.slice(1));
    const state = Object.fromEntries(KEYS.filter(key => told.get(key)).map(key => [key, told.get(key)]));
    return { ...state, view: Object.hasOwn(views, state.view) ? state.view : 'run' };
}

function linkOf(state) {
    const told = new URLSearchParams();
    for (const key of KEYS) if (state[key]) told.set(key, state[key]);
    return `#${told}`;
}

const valueOf = field => field.type !== 'checkbox' ? field.value.trim() : field.checked ? '1' : '';

const keysOf = view => view === 'compare' ? [...OF_GAME, ...OF_OTHER.map(key => `b-${key}`)]
    : view === 'tournament' ? [...OF_GAME.filter(key => key !== 'strategy' && key !== 'detail'), 'strategies'] : OF_GAME;

// What the form says of games as part of a link; what is as usual is left out, but for game and seed.
function readForm(view) {
    const state = {};
    for (const key of keysOf(view)) if (!fields[key].closest('label').hidden) state[key] = valueOf(fields[key]);
    if (state.profile === gameOf(state.game)?.profiles[0]?.name) delete state.profile;
    return state;
}

// Throws for a link to what there is not.
function fillForm(state) {
    fields.game.value = state.game ?? catalogue.games[0].name;
    fitGame();
    const told = (name, key) => SIZES.includes(key) ? state[name]?.match(/^\d+$/) ?? '' : state[name] ?? '';
    for (const key of [...SIZES, 'weights', 'strategy'])
        if (key !== 'strategy' || state.view !== 'tournament') fields[key].value = told(key, key); // which has others
    for (const key of FLAGS) fields[key].checked = state[key] === '1';
    if (state.profile) fields.profile.value = state.profile;
    if (state.view === 'compare') for (const key of OF_OTHER) otherOf(key).value = told(`b-${key}`, key);
    fields.seed.value = state.seed ?? '1';
    if (state.strategies) fields.strategies.value = state.strategies;
    if (state.each) fields.each.value = state.each;
    if (state.games || !fields.games.value) fields.games.value = state.games ?? USUAL_GAMES;
    if (state.index || !fields.index.value) fields.index.value = state.index ?? '0';
    fitProfile();
    judge();
    const odd = keysOf(state.view).find(key => state[key] && (fields[key].disabled || valueOf(fields[key]) !== state[key]));
    if (odd) throw new Error(say('The link asks for {0}={1}, which there is not.', odd, state[odd]));
}

// What a link says of the game that is played, of the first of two; and the engine's form of it.
const gamePart = state => Object.fromEntries(OF_GAME.filter(key => state[key]).map(key => [key, state[key]]));

function parametersOf(state) {
    const parameters = { seed: '1', ...gamePart(state) };
    for (const key of FLAGS) if (parameters[key]) parameters[key] = true;
    return parameters;
}

// The second of two settings. Where it has a profile, weights of the first do not stand for it.
function secondOf(state) {
    const differs = OF_OTHER.filter(key => state[`b-${key}`]);
    const second = { ...state, ...Object.fromEntries(differs.map(key => [key, state[`b-${key}`]])) };
    if (state['b-profile'] && !state['b-weights']) delete second.weights;
    return second;
}

// What tells two settings apart, as names for them.
function namesOf(state) {
    const differs = OF_OTHER.filter(key => state[`b-${key}`]);
    const value = (of, key) => {
        const told = of[key] || fields[key].placeholder || gameOf(of.game).profiles[0].name;
        return ['rounds', 'deck', 'seed'].includes(key) ? `${fields[key].labels[0].textContent.trim()} ${told}` : told;
    };
    return [state, secondOf(state)].map((of, i) => differs.map(key => value(of, key)).join(', ') || 'AB'[i]);
}

fields.game.addEventListener('change', () => {
    for (const key of [...SIZES, 'weights', 'strategy', 'strategies']) fields[key].value = '';
    for (const key of FLAGS) fields[key].checked = false;
    fitGame();
});
fields.profile.addEventListener('change', fitProfile);
form.addEventListener('input', judge);
