import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AddressTabs } from './address-tabs.tsx'

const tabs = ['overview', 'wallets', 'audit'].map((id) => ({ id, words: `The ${id}` }))

test('tabs are links, the selected one of which takes the focus', () => {
  const markup = renderToStaticMarkup(
    <AddressTabs param="tab" label="Sections" tabs={tabs} selected="wallets" />,
  )
  const links = [...markup.matchAll(/<a [^>]*role="tab"[^>]*>/g)].map(([link]) => link)
  expect(links.map((link) => /href="([^"]*)"/.exec(link)?.[1])).toEqual(['?', '?tab=wallets', '?tab=audit'])
  expect(links.map((link) => link.includes('aria-selected="true"'))).toEqual([false, true, false])
  expect(links.map((link) => link.includes('tabindex="0"'))).toEqual([false, true, false])
})
