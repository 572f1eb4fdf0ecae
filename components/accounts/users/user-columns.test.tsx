import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { UserItem } from '#lib/contract/accounts/user-list.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { withState } from './use-turned.ts'
import { useUserColumns } from './user-columns.tsx'

const dancer: UserItem = {
  id: '01a2013b-0000-7000-8000-00000000000a',
  username: 'Wanja Njeri',
  display_name: 'Wanja',
  email: 'wanja@ngoma.test',
  phone_number: '',
  role: 'dancer',
  state: 'active',
  kyc_status: 'approved',
  has_revocation: false,
  wallet_balance: 0,
  wallet_held: 0,
  created_at: '2026-10-01T09:00:00.000Z',
  last_active_at: null,
}

/** Only the cells that phones show. */
function Row({ user }: { user: UserItem }) {
  const columns = useUserColumns(() => undefined)
  return columns
    .filter(({ notOnPhone }) => !notOnPhone)
    .map(({ id, cell }) => <div key={id}>{cell(user)}</div>)
}

function shown(change: Partial<UserItem>, language: 'en' | 'sw' = 'en'): string {
  return renderToStaticMarkup(
    <InLanguage language={language}>
      <Row user={{ ...dancer, ...change }} />
    </InLanguage>,
  )
}

test('dancers and musicians are deactivated, also before they have verified their email, and activated', () => {
  for (const role of ['dancer', 'copyright_owner'] as const) {
    expect(shown({ role })).toContain('aria-label="Deactivate Wanja Njeri"')
    expect(shown({ role, state: 'unverified' })).toContain('>Deactivate<')
    expect(shown({ role, state: 'inactive' })).toContain('aria-label="Activate Wanja Njeri"')
  }
  expect(shown({}, 'sw')).toContain('>Simamisha<')
  expect(shown({ state: 'inactive' }, 'sw')).toContain('>Rejesha<')
})

test('nothing is offered for staff, who have a list of their own, nor for the erased', () => {
  for (const role of ['compliance_officer', 'super_admin'] as const)
    expect(shown({ role })).not.toContain('<button')
  expect(shown({ state: 'erased' })).not.toContain('<button')
})

test('only the row of whoever was turned changes', () => {
  const other = { ...dancer, id: '01a2013b-0000-7000-8000-00000000000b' }
  const page = { count: 2, next: null, previous: null, results: [dancer, other] }
  expect(withState(page, dancer.id, 'inactive')?.results).toEqual([{ ...dancer, state: 'inactive' }, other])
})

test('whose identity somebody proposes to revoke has a mark', () => {
  expect(shown({})).not.toContain('Revocation proposed')
  expect(shown({ has_revocation: true })).toContain('>Revocation proposed<')
  expect(shown({ has_revocation: true }, 'sw')).toContain('>Kubatilisha kumependekezwa<')
})
