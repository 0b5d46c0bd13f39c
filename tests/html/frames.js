// Has the script before this one look at each frame, look(frame, find), and writes what it finds into the
// document: lines "PAGE at WIDTH: what", and at the end "inspected N frames, M of what was counted".
addEventListener('load', () => {
    const findings = [], frames = [...document.querySelectorAll('iframe')];
    const counts = frames.map(frame =>
        look(frame, what => findings.push(`${frame.title} at ${frame.clientWidth}: ${what}`)));
    const list = document.createElement('pre');
    list.id = 'findings';
    list.textContent = [...findings, `inspected ${frames.length} frames, ` +
        `${counts.reduce((sum, count) => sum + count, 0)} ${counted}`].join('\n');
    document.body.replaceChildren(list);
});
