// What is wrong with a page in a frame, in a browser: see frames.js.
'use strict';

const counted = 'drawings';

function look(frame, find) {
    const page = frame.contentDocument, width = frame.clientWidth;
    let drawings = 0;
    const all = selector => [...page.querySelectorAll(selector)];
    const seen = element => element.getClientRects().length > 0;
    const style = element => frame.contentWindow.getComputedStyle(element);
    const words = element => JSON.stringify(element.textContent.trim().slice(0, 40));
    const brief = element => `<${element.tagName} ${element.id || element.className}> ${words(element)}`;

    for (const details of all('details')) details.open = true;

    // Nothing reaches beyond the page, but for tables in boxes that scroll by themselves.
    if (page.documentElement.scrollWidth > width)
        find(`the page is ${page.documentElement.scrollWidth} wide`);
    for (const element of all('body *:not(.marks, .marks *)')) {
        const box = element.getBoundingClientRect();
        if (seen(element) && !element.closest('.scroll > *') &&
            (box.right > width + 0.5 || box.left < -0.5))
            find(`${brief(element)} reaches from ${box.left} to ${box.right}`);
    }

    const ids = all('[id]').map(element => element.id);
    for (const id of ids)
        if (ids.indexOf(id) !== ids.lastIndexOf(id)) find(`the id ${id} is there more than once`);

    for (const figure of all('figure')) {
        const visible = [...figure.querySelectorAll(':scope > svg')].filter(seen);
        if (visible.length !== 1) find(`${visible.length} drawings are seen in figure ${figure.id}`);
        visible.forEach(inspectDrawing);
    }

    for (const table of all('table')) {
        if (!table.caption || !table.caption.textContent) find('a table has no caption');
        for (const head of table.querySelectorAll('th'))
            if (!head.scope) find(`${brief(head)} has no scope`);
        const lengths = new Set([...table.rows].map(row => row.cells.length));
        if (lengths.size > 1) find(`${words(table.caption)} has rows of several lengths`);
    }
    return drawings;

    function inspectDrawing(svg) {
        drawings++;
        const frameBox = svg.getBoundingClientRect();
        // One strip alone, of a game with two outcomes, has 123.
        if (frameBox.height < 120 || frameBox.width < Math.min(width, 600) - 50)
            find(`drawing ${svg.id} is ${frameBox.width} by ${frameBox.height}`);
        for (const id of svg.getAttribute('aria-labelledby').split(' '))
            if (!page.getElementById(id)?.textContent) find(`${svg.id} is labelled by nothing, ${id}`);
        if (svg.getAttribute('role') !== 'img') find(`${svg.id} is not called an image`);
        const texts = [...svg.querySelectorAll('text')];
        const boxes = texts.map(text => text.getBoundingClientRect());
        if (texts.length < 4) find(`${svg.id} has hardly any words`);
        texts.forEach((text, i) => {
            const box = boxes[i];
            if (box.left < frameBox.left - 1 || box.right > frameBox.right + 1 ||
                box.top < frameBox.top - 1 || box.bottom > frameBox.bottom + 1)
                find(`${words(text)} leaves the drawing ${svg.id}`);
            if (parseFloat(style(text).fontSize) * frameBox.width / svg.viewBox.baseVal.width < 10)
                find(`${words(text)} is too small in ${svg.id}`);
            if (contrast(style(text).fill, style(page.body).backgroundColor) < 4.5)
                find(`${words(text)} in ${svg.id} can hardly be read, ${style(text).fill}`);
            for (let j = 0; j < i; j++)
                if (overlap(box, boxes[j])) find(`${words(text)} and ${words(texts[j])} overlap in ${svg.id}`);
        });
        const shapes = [...svg.querySelectorAll('path, rect, use')];
        const inked = shapes.filter(shape => {
            const box = shape.getBoundingClientRect();
            return box.width > 0 || box.height > 0;
        });
        if (inked.length < 3) find(`there is nothing in drawing ${svg.id}`);
        for (const use of svg.querySelectorAll('use'))
            if (use.getBoundingClientRect().width === 0) find(`a mark of ${svg.id} is not there`);
        for (const shape of shapes)
            for (const paint of [style(shape).fill, style(shape).stroke])
                if (paint === 'rgb(0, 0, 0)') find(`${svg.id} is not painted in the page's colours`);
        // Cells of heat maps are behind numbers.
        for (const cell of svg.closest('.heat') ? svg.querySelectorAll('rect:not(.hit)') : [])
            if (contrast(style(cell).fill, style(texts[0]).fill) < 4.5) find(`a cell of ${svg.id} hides its number`);
    }
}

function overlap(a, b) {
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
}

// By the Web Content Accessibility Guidelines.
function luminance(colour) {
    const [r, g, b] = colour.match(/[\d.]+/g).map(part => part / 255)
        .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
}
