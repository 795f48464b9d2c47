/**
 * The page's only script: sorts tables, shows all their rows, zooms flame graphs, changes the theme. Without
 * it everything is still readable.
 */
export const script = `
'use strict';
const root = document.documentElement;
root.classList.add('js');
const isDark = () => root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
document.getElementById('theme')?.addEventListener('click', () => { root.dataset.theme = isDark() ? 'light' : 'dark'; });

for (const table of document.querySelectorAll('table')) {
  const body = table.tBodies[0];
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener('click', () => {
      const wasDown = head.getAttribute('aria-sort') === 'descending';
      for (const each of table.querySelectorAll('th')) each.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', wasDown ? 'ascending' : 'descending');
      const sign = wasDown ? 1 : -1;
      const key = row => row.cells[column].dataset.sort ?? row.cells[column].textContent;
      const compare = (a, b) => {
        const [x, y] = [key(a), key(b)];
        return x !== '' && y !== '' && !isNaN(x) && !isNaN(y) ? x - y : x.localeCompare(y);
      };
      const rows = [...body.rows].sort((a, b) => sign * compare(a, b));
      rows.forEach((row, at) => row.classList.toggle('more', at >= 12));
      body.append(...rows);
    });
  });
  const left = body.querySelectorAll('tr.more').length;
  if (left === 0) continue;
  const all = document.createElement('button');
  all.type = 'button';
  all.className = 'small';
  const say = () => { all.textContent = table.classList.contains('is-whole') ? 'Show 12 rows' : 'Show all ' + body.rows.length + ' rows'; };
  all.addEventListener('click', () => { table.classList.toggle('is-whole'); say(); });
  say();
  table.after(all);
}

for (const flame of document.querySelectorAll('.flame')) {
  const boxes = [...flame.querySelectorAll('.box')].map(box => ({ box, x: +box.dataset.x, w: +box.dataset.w, d: +box.dataset.d, rect: box.querySelector('rect'), text: box.querySelector('text') }));
  const whole = Math.max(...boxes.map(({ x, w }) => x + w));
  const zoom = of => {
    const scale = whole / of.w;
    for (const { box, x, w, d, rect, text } of boxes) {
      const isAbove = d < of.d && x <= of.x + 0.01 && x + w >= of.x + of.w - 0.01;
      const isShown = isAbove || (x >= of.x - 0.01 && x + w <= of.x + of.w + 0.01);
      box.style.display = isShown ? '' : 'none';
      const left = isAbove ? 0 : (x - of.x) * scale;
      const wide = isAbove ? whole : w * scale;
      rect.setAttribute('x', 8 + left);
      rect.setAttribute('width', Math.max(wide - 0.5, 0.3));
      if (!text) continue;
      text.setAttribute('x', 11 + left);
      const name = rect.querySelector('title').textContent.split(' ')[0];
      const letters = Math.floor((wide - 6) / 6.6);
      text.textContent = name.length <= letters ? name : letters > 3 ? name.slice(0, letters - 1) + '…' : '';
    }
  };
  let zoomed = null;
  for (const each of boxes) each.box.addEventListener('click', () => {
    zoomed = zoomed === each ? null : each;
    zoom(zoomed ?? { x: 0, w: whole, d: 0 });
  });
}
`;
