// Inputs of any problem, by a form of them that the reader pastes: cases are made, an input is checked.
'use strict';

const inputs = (() => {
    const find = id => document.getElementById(id);
    const MOST_CASES = 100, LAST = 999, SHORT = 400, MOST_SHOWN = 4000; // bytes: unfolded; shown
    let made = []; // the cases that are shown

    // The field that a message is about.
    const blamed = message => find(message.startsWith('form:') ? 'inputs-form' : 'inputs-input');

    const source = () => {
        const text = find('inputs-form').value;
        if (text.trim() === '') throw new Error(say('Write a form first.'));
        return text;
    };

    const shown = (input, i) => {
        const element = document.createElement('details'), title = document.createElement('summary'), text = document.createElement('pre');
        title.textContent = say('Case {0}: {1} bytes', number(i + 1), number(input.length));
        text.textContent = input.length > MOST_SHOWN ? `${input.slice(0, MOST_SHOWN)}…` : input;
        element.open = input.length <= SHORT;
        element.append(title, text);
        return element;
    };

    // Makes cases, small ones first, as `ninefold gen --format` does.
    async function make(engine, isNewest) {
        const form = source(), count = Number(find('inputs-count').value), seed = find('inputs-seed').value.trim(), found = [];
        if (!(Number.isInteger(count) && count >= 1 && count <= MOST_CASES))
            throw new Error(say('Make 1 to {0} cases.', number(MOST_CASES)));
        if (!/^\d{1,18}$/.test(seed)) throw new Error(say('A seed is a number.'));
        for (let i = 0; i < count && isNewest(); i++)
            found.push(await engine.makeInput(form, seed, count > 1 ? Math.floor(i * LAST / (count - 1)) : 0));
        if (!isNewest()) return '';
        made = found;
        find('inputs-made').replaceChildren(...made.map(shown));
        find('inputs-take').disabled = false;
        return say('{0} cases, the small ones first.', number(count));
    }

    async function take() {
        folder.save(await zip.write(made.map((text, i) => ({ name: `${String(i + 1).padStart(3, '0')}.in`, text }))), 'cases.zip');
        return '';
    }

    async function check(engine) {
        await engine.checkInput(source(), find('inputs-input').value);
        return say('The input is what the form describes.');
    }

    // What the reader does, by button.
    const acts = { 'inputs-make': make, 'inputs-take': take, 'inputs-check': check };

    return { acts, blamed };
})();
