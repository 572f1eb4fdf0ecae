// Text into HTML, and the frame of every page.
import { readFileSync } from 'node:fs'
import type { Reply } from './refusal.ts'

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

export function page(title: string, body: Html): Reply {
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/pages/style.css">
</head>
${body}
</html>
`.text
  return { status: 200, text, type: 'text/html; charset=utf-8' }
}

const assets = {
  'style.css': 'text/css; charset=utf-8',
  'handset.js': 'text/javascript; charset=utf-8',
} as const

/** A file of pages/. */
export function asset(name: keyof typeof assets): Reply {
  const text = readFileSync(new URL(`./pages/${name}`, import.meta.url), 'utf8')
  return { status: 200, text, type: assets[name] }
}
