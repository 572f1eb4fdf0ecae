import { Offline as english } from '#messages/en.json'
import { Offline as swahili } from '#messages/sw.json'

const words = { en: english, sw: swahili }

/** The colours of app/[locale]/globals.css once more: nothing of it may be on the device. */
const style = `:root{color-scheme:light dark}body{background:light-dark(#fffaf2,#150b1d);color:light-dark(#22122e,#fdf5ea);font:1.125rem/1.5 system-ui,sans-serif;margin:18vh auto;max-width:28rem;padding:0 1.25rem}h1{font-size:2.25rem;line-height:1.1;margin:0}p{margin:1rem 0 2rem}a{color:inherit;display:inline-block;font-weight:600;min-height:2.75rem;line-height:2.75rem;margin-inline-end:.75rem;text-underline-offset:.25em}a:first-of-type{background:#ffb51f;border-radius:2rem;color:#22122e;padding:0 1.5rem;text-decoration:none}:focus-visible{outline:3px solid light-dark(#c2144b,#ff86a5);outline-offset:2px}`

/** What is shown where there is no line and the page is not on the device. It needs no script and no further file. */
export function offlinePage(locale: keyof typeof words): Response {
  const { title, detail, again, home } = words[locale]
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Ngoma</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${detail}</p><a href="">${again}</a><a href="/">${home}</a></main></body></html>`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    },
  })
}
