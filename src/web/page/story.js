// A game to step through, on a page that the library writes and with the viewer of such pages.
'use strict';

const story = (() => {
    const box = document.getElementById('story');
    let leave = () => {};

    const clear = () => {
        leave();
        leave = () => {};
        box.classList.remove('stepping');
        box.replaceChildren();
    };

    // Shows the page. What explains where an output leaves the rules comes first, and stays.
    const show = html => {
        clear();
        const body = parsed(html);
        for (const link of body.querySelectorAll('a[href="#parting"]')) link.closest('p').remove();
        const frames = body.querySelector('#frames'), parting = body.querySelector('#parting');
        box.lang = language;
        box.append(...body.querySelectorAll('header > p'));
        if (parting) {
            parting.removeAttribute('data-line');
            box.append(parting);
        }
        box.append(...body.querySelector('main')?.childNodes ?? []);
        if (!frames) return;
        box.append(frames);
        leave = ninefoldView();
    };

    // Links to lines keep what else the address holds.
    box.addEventListener('click', event => {
        const line = event.target.closest('a')?.getAttribute('href').match(/^#line=(.*)$/)?.[1];
        if (!line) return;
        event.preventDefault();
        location.hash = linkOf({ ...readLink(), line });
    });

    return { show, clear };
})();
