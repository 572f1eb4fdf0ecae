import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { StaffMember } from '#lib/contract/staff/calls.ts'
import { InLanguage } from '#tests/support/in-language.tsx'
import { useStaffColumns } from './staff-columns.tsx'

const invited: StaffMember = {
  id: '01a2013b-0000-7000-8000-00000000000a',
  first_name: 'Wanja',
  last_name: 'Njeri',
  username: 'Wanja Njeri',
  email: 'wanja@ngoma.test',
  role: 'super_admin',
  is_active: false,
  has_joined: false,
  awaits_confirmation: true,
  is_inviter_gone: false,
  invited_by: 'Amina',
  has_second_factor: false,
  second_factor_reset: null,
  kyc_reviews_count: 0,
  last_activity: null,
}

/** @param isPhone without columns that phones hide */
function Row({ member, isPhone }: { member: StaffMember; isPhone: boolean }) {
  const ignored = () => undefined
  const all = useStaffColumns({ ownId: '', onTurn: ignored, onReset: ignored, onWithdraw: ignored })
  const columns = all.filter(({ notOnPhone }) => !(isPhone && notOnPhone))
  return columns.map(({ id, cell }) => <div key={id}>{cell(member)}</div>)
}

function shown(change: Partial<StaffMember>, language: 'en' | 'sw' = 'en', isPhone = false): string {
  const html = renderToStaticMarkup(
    <InLanguage language={language}>
      <Row member={{ ...invited, ...change }} isPhone={isPhone} />
    </InLanguage>,
  )
  return html.replaceAll(/<[^>]*>/g, '|').replaceAll(/\s/g, ' ')
}

test('the invitation of who has not joined can be withdrawn, also once they may join', () => {
  expect(shown({})).toContain('|Withdraw invitation|')
  expect(shown({}, 'sw')).toContain('|Ondoa mwaliko|')
  expect(shown({ is_active: true, awaits_confirmation: false })).toContain('|Withdraw invitation|')
  expect(shown({ is_active: true, awaits_confirmation: false, has_joined: true })).not.toContain('Withdraw')
})

test('what waits for the word of who is no super admin any more says so, and what can be done', () => {
  expect(shown({})).not.toContain('no longer a super admin')
  expect(shown({ is_inviter_gone: true })).toContain('Withdraw the invitation and invite them again')
  expect(shown({ is_inviter_gone: true }, 'sw')).toContain('Ondoa mwaliko, kisha umwalike upya')
  const second_factor_reset = {
    requested_by: 'Amina',
    requested_at: '2026-11-22T09:00:00.000Z',
    can_approve: false,
    is_requester_gone: true,
  }
  const joined = { is_active: true, has_joined: true, awaits_confirmation: false, second_factor_reset }
  expect(shown(joined)).toContain('Cancel the reset and request it again')
  expect(shown(joined, 'sw')).toContain('Ghairi ombi, kisha uombe upya')
})

test('phones show as well who is a super admin, what they have reviewed and when they were last there', () => {
  const joined = { kyc_reviews_count: 12, last_activity: '2026-11-22T09:00:00.000Z' }
  expect(shown(joined, 'en', true)).toContain('|Super admin|')
  expect(shown(joined, 'en', true)).toContain('|KYC reviews: 12 · Last activity: 22 Nov 2026, 12:00|')
  expect(shown({ role: 'compliance_officer' }, 'en', true)).toContain('|Compliance officer|')
  expect(shown({}, 'sw', true)).toContain('|KYC alizokagua: 0 · Alitumia mwisho: bado|')
})
