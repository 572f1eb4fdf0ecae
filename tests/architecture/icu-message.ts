/** Arguments, tags and remaining words of a catalogue sentence. */
export type Sentence = {
  arguments: Set<string>
  tags: Set<string>
  /** Argument → plural cases, such as `=0`, `one`, `other`. */
  plurals: Map<string, string[]>
  words: Set<string>
}

/**
 * Parses ICU syntax as far as the catalogues use it: `{name}`, `{name, type, style}`, plurals, selects, tags.
 */
export function readSentence(message: string): Sentence {
  const found: Sentence = { arguments: new Set(), tags: new Set(), plurals: new Map(), words: new Set() }
  readText(message, 0, found)
  return found
}

/** @returns the position after the closing brace */
function readText(message: string, start: number, found: Sentence): number {
  let text = ''
  let at = start
  for (; at < message.length && message[at] !== '}'; at++) {
    if (message[at] === '{') {
      at = readArgument(message, at + 1, found) - 1
      text += ' '
    } else text += message[at]
  }
  for (const [, tag = ''] of text.matchAll(/<\/?(\w+)>/g)) found.tags.add(tag)
  for (const [word] of text.replace(/<[^>]*>/g, ' ').matchAll(/\p{L}{2,}/gu))
    found.words.add(word.toLowerCase())
  return at + 1
}

/** @returns the position after its last brace */
function readArgument(message: string, start: number, found: Sentence): number {
  const [head = '', name = '', type = ''] = /^\s*(\w+)\s*(?:,\s*(\w+)\s*)?/.exec(message.slice(start)) ?? []
  found.arguments.add(name)
  let at = start + head.length
  if (type !== 'plural' && type !== 'select') return message.indexOf('}', at) + 1
  const cases: string[] = []
  if (type === 'plural') found.plurals.set(name, cases)
  for (let one = nextCase(message, at); one; one = nextCase(message, at)) {
    cases.push(one.name)
    at = readText(message, one.text, found)
  }
  return message.indexOf('}', at) + 1
}

function nextCase(message: string, at: number): { name: string; text: number } | undefined {
  const [head, name = ''] = /^\s*,?\s*(=?\w+)\s*\{/.exec(message.slice(at)) ?? []
  return head === undefined ? undefined : { name, text: at + head.length }
}
