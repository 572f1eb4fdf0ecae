import { readFileSync } from 'node:fs'
import type { Language } from '../mpesa/words.ts'
import { notFound, type Reply } from '../server.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that is already escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | Html[]

export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(strings.reduce((done, string, index) => done + write(values[index - 1] ?? '') + string))
}

function write(value: Part): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map((one) => one.text).join('')
  return String(value).replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/** `style` is added to the shared style sheet. */
export function page(
  language: Language,
  title: string,
  style: 'index.css' | 'handset.css',
  body: Html,
): Reply {
  const text = html`<!doctype html>
<html lang="${language}">
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

/** @throws Refusal 404 for an unknown name */
export function asset(name: string): Reply {
  const type = types.get(name)
  if (type === undefined) throw notFound()
  return { status: 200, text: readFileSync(new URL(`./${name}`, import.meta.url), 'utf8'), type }
}
