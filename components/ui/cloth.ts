// Colours of field, motif and spark, as kanga printers combine them. No text lies directly on them.
const colours = [
  ['#7a1230', '#ffb51f', '#fff3df'],
  ['#2b1142', '#ff5d7e', '#ffb51f'],
  ['#0b4a5c', '#ff9d2e', '#f7f0d8'],
  ['#b3261e', '#22122e', '#ffd98a'],
  ['#0f5a3c', '#ffd23f', '#f26a4b'],
  ['#ffb51f', '#7a1230', '#22122e'],
  ['#ef5b2a', '#2b1142', '#ffe2a8'],
  ['#173a8a', '#ffcf5c', '#ff7a9c'],
] as const

const motifs = ['drum', 'sun', 'diamond', 'seed', 'scale', 'wave'] as const

/** The cloth of an id: the same id always gives the same cloth. */
export function clothOf(id: string): { motif: (typeof motifs)[number]; colours: (typeof colours)[number] } {
  let state = 0x811c9dc5
  for (let index = 0; index < id.length; index++) state = Math.imul(state ^ id.charCodeAt(index), 0x01000193)
  const mixed = (state ^ (state >>> 15)) >>> 0
  return {
    motif: motifs[mixed % motifs.length] ?? motifs[0],
    colours: colours[(mixed >>> 8) % colours.length] ?? colours[0],
  }
}
