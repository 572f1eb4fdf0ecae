import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AddressTabs } from './address-tabs.tsx'
import { SideTabs } from './side-tabs.tsx'

const tabs = ['overview', 'wallets', 'audit'].map((id) => ({ id, words: `The ${id}` }))
const of = { param: 'tab', label: 'Sections', tabs, selected: 'wallets' }
const links = (markup: string) => [...markup.matchAll(/<a [^>]*role="tab"[^>]*>/g)].map(([link]) => link)

test.each([
  ['in a line', renderToStaticMarkup(<AddressTabs {...of} />)],
  ['in a rail', renderToStaticMarkup(<SideTabs {...of} />)],
])('tabs %s are links, the selected one of which takes the focus', (_where, markup) => {
  expect(links(markup).map((link) => /href="([^"]*)"/.exec(link)?.[1])).toEqual([
    '?',
    '?tab=wallets',
    '?tab=audit',
  ])
  expect(links(markup).map((link) => link.includes('aria-selected="true"'))).toEqual([false, true, false])
  expect(links(markup).map((link) => link.includes('tabindex="0"'))).toEqual([false, true, false])
})

test('tabs in a rail are below each other, and on phones behind a button that names the selected one', () => {
  const rail = renderToStaticMarkup(<SideTabs {...of} />)
  expect(rail).toContain('aria-orientation="vertical"')
  expect(rail).toMatch(
    /<button [^>]*aria-expanded="false"[^>]*aria-controls="tabs-tab"[^>]*>.*The wallets.*<\/button>/,
  )
  expect(renderToStaticMarkup(<AddressTabs {...of} />)).not.toContain('aria-orientation')
})
