import { escapeHtml } from '#lib/core/escape-html.ts'

/** Unescaped texts with all values filled in. */
export type Letter = {
  locale: string
  subject: string
  heading: string
  body: readonly string[]
  quote: string
  lines: readonly { label: string; text: string }[]
  button: { label: string; address: string }
  after: readonly string[]
  addressHint: string
  footer: string
  links: readonly { label: string; address: string }[]
}

// Tables and inline styles work in all mail programs; classes add the dark theme.
const dark = `
@media (prefers-color-scheme: dark) {
  .paper { background: #150b1d !important; }
  .card { background: #20132b !important; border-color: #3d2a4b !important; }
  .ink { color: #fdf5ea !important; }
  .soft { color: #cdbcd4 !important; }
  .sunken { background: #2a1a37 !important; }
  .line { border-color: #3d2a4b !important; }
}`

const font = "font-family: -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;"
const body = `${font} font-size: 16px; line-height: 24px; color: #22122e; margin: 0 0 16px;`
const small = `${font} font-size: 13px; line-height: 20px; color: #5d4c67; margin: 0 0 12px;`

export function toHtml(letter: Letter): string {
  const { button } = letter
  const address = escapeHtml(button.address)
  return `<!doctype html>
<html lang="${letter.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(letter.subject)}</title>
<style>${dark}</style>
</head>
<body class="paper" style="margin: 0; background: #fffaf2;">
<div style="display: none; max-height: 0; overflow: hidden;">${escapeHtml(letter.body[0] ?? '')}</div>
<table class="paper" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background: #fffaf2;">
<tr><td align="center" style="padding: 24px 12px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width: 520px;">
<tr><td style="background: #2b1142; border-bottom: 4px solid #ffb51f; border-radius: 12px 12px 0 0; padding: 18px 28px;">
<span style="${font} font-size: 22px; font-weight: 800; letter-spacing: -0.02em; color: #fff3df;">Ngoma</span>
</td></tr>
<tr><td class="card" style="background: #ffffff; border: 1px solid #e9dccb; border-top: 0; border-radius: 0 0 12px 12px; padding: 28px;">
<h1 class="ink" style="${font} font-size: 24px; line-height: 30px; color: #22122e; margin: 0 0 16px;">${escapeHtml(letter.heading)}</h1>
${paragraphs(letter.body, body, 'ink')}${quoteHtml(letter.quote)}${linesHtml(letter.lines)}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin: 8px 0 24px;"><tr>
<td style="background: #ffb51f; border-radius: 10px;"><a href="${address}" style="${font} display: inline-block; font-size: 16px; font-weight: 700; line-height: 20px; color: #22122e; text-decoration: none; padding: 14px 24px;">${escapeHtml(button.label)}</a></td>
</tr></table>
${paragraphs(letter.after, small, 'soft')}
<p class="soft" style="${small} margin: 0;">${escapeHtml(letter.addressHint)}<br><a class="soft" href="${address}" style="color: #5d4c67; word-break: break-all;">${address}</a></p>
</td></tr>
<tr><td align="center" style="padding: 16px 28px;"><p class="soft" style="${small} margin: 0;">${escapeHtml(letter.footer)}${linksHtml(letter.links)}</p></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

export function toText(letter: Letter): string {
  const quote = letter.quote.split('\n').map((line) => `> ${line}`)
  const parts = [
    letter.heading,
    ...letter.body,
    ...(letter.quote ? [quote.join('\n')] : []),
    ...(letter.lines.length > 0 ? [letter.lines.map(lineText).join('\n')] : []),
    `${letter.button.label}:\n${letter.button.address}`,
    ...letter.after,
    [`--\n${letter.footer}`, ...letter.links.map(({ label, address }) => `${label}: ${address}`)].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

function lineText({ label, text }: { label: string; text: string }): string {
  return `- ${label}: ${text}`
}

function linksHtml(links: Letter['links']): string {
  return links
    .map(({ label, address }) => {
      const link = `<a class="soft" href="${escapeHtml(address)}" style="color: #5d4c67;">${escapeHtml(label)}</a>`
      return `<br>${link}`
    })
    .join('')
}

function paragraphs(texts: readonly string[], style: string, tone: string): string {
  return texts.map((text) => `<p class="${tone}" style="${style}">${escapeHtml(text)}</p>`).join('\n')
}

function quoteHtml(quote: string): string {
  if (!quote) return ''
  const text = escapeHtml(quote).replaceAll('\n', '<br>')
  return `
<blockquote class="ink sunken" style="${body} background: #f6ecdf; border-left: 4px solid #ffb51f; padding: 12px 16px;">${text}</blockquote>`
}

function linesHtml(lines: Letter['lines']): string {
  if (lines.length === 0) return ''
  const items = lines.map(
    ({ label, text }) =>
      `<tr><td class="ink line" style="${body} margin: 0; padding: 8px 0; border-bottom: 1px solid #e9dccb;"><strong>${escapeHtml(label)}</strong><br>${escapeHtml(text)}</td></tr>`,
  )
  return `
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin: 0 0 16px;">
${items.join('\n')}
</table>`
}
