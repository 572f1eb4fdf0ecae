import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { InLanguage } from '#tests/support/in-language.tsx'
import { deskEntries, entriesOf, pathOf } from './desk-entries.ts'
import { Rail, type RailItem } from './rail.tsx'

const items: readonly RailItem[] = deskEntries.map((entry) => ({
  entry,
  word: `The ${entry.id}`,
  count: entry.id === 'payments' ? 120 : entry.id === 'kyc' ? 1 : 0,
  href: pathOf(entry),
}))

function shown(isDrawer: boolean, language: 'en' | 'sw' = 'en'): string {
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <Rail items={items} selected="wallets" go={() => {}} isDrawer={isDrawer} />
    </InLanguage>,
  )
}

const tabs = (markup: string) => [...markup.matchAll(/<a [^>]*role="tab"[^>]*>/g)].map(([tab]) => tab)

describe('the tabs of the desk', () => {
  test('have one key and one id each, also beside those of the other page', () => {
    for (const part of ['key', 'id'] as const) {
      const all = deskEntries.map((entry) => entry[part])
      expect(new Set(all).size).toBe(all.length)
    }
  })

  test('are in the address, except the first one of each page', () => {
    expect(entriesOf('superadmin').map(pathOf).slice(0, 2)).toEqual([
      '/superadmin',
      '/superadmin?tab=payments',
    ])
    expect(entriesOf('officer').map(pathOf).slice(0, 2)).toEqual(['/officer', '/officer?tab=tracks'])
  })

  test('stand in groups below each other, and the selected one takes the focus', () => {
    const rail = shown(false)
    expect(rail).toContain('aria-orientation="vertical"')
    expect(rail.indexOf('Money')).toBeLessThan(rail.indexOf('The payments'))
    expect(rail.indexOf('The wallets')).toBeLessThan(rail.indexOf('People'))
    const selected = tabs(rail).filter((tab) => tab.includes('aria-selected="true"'))
    expect(selected).toHaveLength(1)
    expect(selected[0]).toContain('tabindex="0"')
    expect(tabs(rail).filter((tab) => tab.includes('tabindex="0"'))).toHaveLength(1)
  })

  test('tell how many items need attention', () => {
    expect(shown(false)).toContain('99+')
    expect(shown(false)).toContain(', 120 need attention')
    expect(shown(false)).toContain(', 1 needs attention')
    expect(shown(false, 'sw')).toContain('Pesa')
    expect(shown(false).match(/attention/g)).toHaveLength(2)
  })

  test('have other ids in the drawer, because the rail stays in the page', () => {
    expect(shown(false)).toContain('id="tab-wallets"')
    expect(shown(true)).toContain('id="drawer-wallets"')
    expect(shown(true)).not.toContain('id="tab-')
  })
})
