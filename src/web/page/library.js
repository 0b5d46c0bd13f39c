// Pages that the library writes, taken into this one. It has escaped all texts in them; scripts in
// them never run, for the Content-Security-Policy of the page forbids it, and are left out.
'use strict';

// The body of a page. The policy of this page forbids style attributes, not the properties they set;
// in text a quote is escaped, so ` style="` is one.
function parsed(html) {
    const body = html.slice(Math.max(html.indexOf('<body>'), 0)).replaceAll(' style="', ' data-style="');
    const root = new DOMParser().parseFromString(body, 'text/html').body;
    for (const script of root.querySelectorAll('script:not([type="application/json"])')) script.remove();
    for (const element of root.querySelectorAll('[data-style]')) element.style.cssText = element.dataset.style;
    return document.adoptNode(root);
}

const isSame = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && a.id === b.id;

// Makes `old` like `fresh` and changes only what differs: so the focus, what is unfolded and what is
// scrolled stay as they are.
function patch(old, fresh) {
    if (old.nodeType !== Node.ELEMENT_NODE) {
        if (old.data !== fresh.data) old.data = fresh.data;
        return;
    }
    if (old.isEqualNode(fresh)) return;
    for (const { name } of [...old.attributes])
        if (!fresh.hasAttribute(name) && name !== 'open') old.removeAttribute(name);
    for (const { name, value } of fresh.attributes)
        if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    patchChildren(old, fresh);
}

function patchChildren(old, fresh) {
    const before = [...old.childNodes], after = [...fresh.childNodes];
    after.forEach((node, i) => {
        if (before[i] === undefined) old.append(node);
        else if (isSame(before[i], node)) patch(before[i], node);
        else before[i].replaceWith(node);
    });
    for (const node of before.slice(after.length)) node.remove();
}
