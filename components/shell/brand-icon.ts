import { drumLacing } from './brand-mark.tsx'

type Icon = {
  /** Pixels per side. */
  size: number
  /** The drum's share of the side; systems that crop icons guarantee only the middle 80%. */
  drum: number
  purpose: 'any' | 'maskable' | 'apple'
}

/** Icons of the installed app, by file name. */
export const brandIcons: Readonly<Record<string, Icon>> = {
  'icon-192.png': { size: 192, drum: 1, purpose: 'any' },
  'icon-512.png': { size: 512, drum: 1, purpose: 'any' },
  'maskable-512.png': { size: 512, drum: 0.72, purpose: 'maskable' },
  'apple-touch-180.png': { size: 180, drum: 0.92, purpose: 'apple' },
}

/** The drum of brand-mark.tsx as an SVG file with fixed colours; below full size on a coloured ground. */
export function brandSvg({ drum }: Pick<Icon, 'drum'>): string {
  const ground = drum < 1 ? '<rect width="40" height="40" fill="#2b1142"/>' : ''
  const middle = `translate(20 20) scale(${drum}) translate(-20 -20)`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${ground}<g transform="${middle}">`,
    '<circle cx="20" cy="20" r="19" fill="#2b1142"/>',
    `<path d="${drumLacing}" stroke="#ffb51f" stroke-width="2.4" stroke-linecap="round" fill="none"/>`,
    '<circle cx="20" cy="20" r="10.5" fill="#ffb51f"/>',
    '<circle cx="20" cy="20" r="5.2" fill="#c2144b"/>',
    '<circle cx="20" cy="20" r="1.9" fill="#fff3df"/></g></svg>',
  ].join('')
}
