// Text into HTML, and the frame of every page.
import { readFileSync } from 'node:fs'
import { Refusal, type Reply } from './refusal.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** HTML that may stand in a page as it is. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | Html[]

/** A template whose values are escaped, unless they are HTML already. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(strings.reduce((done, string, index) => done + write(values[index - 1] ?? '') + string))
}

function write(value: Part): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map((one) => one.text).join('')
  return String(value).replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/** `style` is the page's own file of pages/, beside the one that all share. */
export function page(title: string, style: 'index.css' | 'handset.css', body: Html): Reply {
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/pages/base.css">
<link rel="stylesheet" href="/pages/${style}">
</head>
${body}
</html>
`.text
  return { status: 200, text, type: 'text/html; charset=utf-8' }
}

const types: ReadonlyMap<string, string> = new Map([
  ['base.css', 'text/css; charset=utf-8'],
  ['index.css', 'text/css; charset=utf-8'],
  ['handset.css', 'text/css; charset=utf-8'],
  ['handset.js', 'text/javascript; charset=utf-8'],
])

/** A file of pages/. @throws Refusal 404 for any other name */
export function asset(name: string): Reply {
  const type = types.get(name)
  if (type === undefined) throw new Refusal('404.001.01', 'Resource not found')
  return { status: 200, text: readFileSync(new URL(`./pages/${name}`, import.meta.url), 'utf8'), type }
}
