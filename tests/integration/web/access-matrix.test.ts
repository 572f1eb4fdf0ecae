// Every call of the contract as visitor, dancer, musician, officer and super admin, who each meet exactly the
// documented answer. The table is written from docs/api.md, not from the contract: a call whose
// access is declared wrong differs from it, and a new call is missing in it.
import { beforeAll, expect, test } from 'vitest'
import { callsAndFiles } from '#lib/contract/all.ts'
import { type Call, type RoleName, roleNames } from '#lib/contract/call.ts'
import { newId } from '#lib/core/ids.ts'
import { setUpMoney } from '#tests/support/money.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'

const allowed = {
  everyone: ['visitor', ...roleNames],
  members: roleNames,
  contestants: ['dancer', 'copyright_owner'],
  dancers: ['dancer'],
  musicians: ['copyright_owner'],
  officers: ['compliance_officer', 'super_admin'],
  superAdmins: ['super_admin'],
} as const satisfies Record<string, readonly Caller[]>
type Caller = 'visitor' | RoleName

/** What those who may call are answered for ids that do not exist and an empty body. */
const table: Record<keyof typeof allowed, string> = {
  everyone: `
    400 POST /users/auth/register/
    400 POST /users/auth/login/
    400 POST /users/auth/refresh/
    204 POST /users/auth/logout/
    400 POST /users/auth/verify-email/
    400 POST /users/auth/resend-verification/
    400 POST /users/auth/password-reset/
    400 POST /users/auth/password-reset-confirm/
    400 POST /users/auth/login-eligibility/
    200 GET /videos/
    404 GET /videos/{id}/
    400 POST /videos/{id}/view/
    404 GET /videos/{id}/comments/
    400 POST /videos/{id}/bulk-vote/
    404 GET /gifts/{id}/
    404 POST /gifts/{id}/prompt/
    400 POST /gifts/claim/
    400 POST /disputes/
    404 GET /disputes/{token}/
    400 POST /test-vote/
    200 GET /videos/challenges/current/
    200 GET /leaderboard/
    200 GET /dancers/
    400 GET /oembed/
    200 GET /challenges/
    404 GET /challenges/{id}/results/
    404 GET /challenges/{id}/tally/
    404 GET /challenges/{id}/tally/rows/
    400 POST /challenges/{id}/tally/find/
    400 POST /wallet/api/withdraw/cancel/
    200 GET /notifications/push/key/
    400 POST /notifications/push/remove/
    400 POST /notifications/unsubscribe/
    400 POST /challenges/{id}/follow/
    400 POST /challenges/follow/confirm/
    200 GET /health/
    200 GET /ready/
    200 GET /status/
  `,
  members: `
    200 GET /users/profiles/me/
    404 PATCH /users/profiles/{id}/
    400 POST /users/avatar/initiate/
    404 POST /users/avatar/{id}/complete/
    200 GET /users/me/export/
    400 POST /users/me/delete/
    404 POST /videos/{id}/fetch-metadata/
    400 POST /videos/{id}/comments/
    404 DELETE /videos/{id}/comments/{commentId}/
    404 POST /videos/{id}/comments/{commentId}/report/
  `,
  contestants: `
    400 POST /users/profiles/submit_my_kyc/
    400 POST /users/kyc/uploads/initiate/
    404 POST /users/kyc/uploads/{id}/parts/
    404 POST /users/kyc/uploads/{id}/complete/
    400 POST /users/kyc-documents/generate_upload_url/
    400 POST /users/kyc-documents/confirm_upload/
    404 GET /users/kyc-documents/{document_type}/
    400 POST /videos/submit/
    200 GET /videos/my-videos/
    200 GET /wallet/api/my-wallet/
    200 GET /wallet/api/transactions/
    400 POST /wallet/api/withdraw/initiate/
    200 GET /wallet/api/withdrawals/
    404 POST /wallet/api/withdrawals/{reference}/cancel/
    200 GET /users/tax-certificates/
    400 POST /wallet/api/topup/initiate/
    200 GET /wallet/api/topup/open/
    404 GET /wallet/api/topup/status/{id}/
    200 GET /notifications/
    200 GET /notifications/unread/
    200 POST /notifications/read/
    200 GET /notifications/choices/
    400 PATCH /notifications/choices/
    400 POST /notifications/push/
    400 POST /notifications/push/test/
  `,
  dancers: `
    200 GET /videos/my-track-assignments/
    200 GET /videos/challenge/subscription-status/
    200 GET /leaderboard/mine/
    404 POST /videos/challenges/{id}/join/
  `,
  musicians: `
    400 POST /tracking/upload/initiate/
    404 POST /tracking/upload/{id}/parts/
    404 POST /tracking/upload/{id}/complete/
    204 POST /tracking/upload/{id}/cancel/
    200 GET /tracking/tracks/my-tracks/
    200 GET /tracking/tracks/assignments/
    200 GET /tracking/tracks/dancer-videos/
    404 DELETE /tracking/tracks/{id}/
    404 POST /tracking/tracks/{id}/retire/
    200 GET /royalties/statements/
    200 GET /royalties/current/
  `,
  officers: `
    200 POST /users/auth/second-factor/begin/
    400 POST /users/auth/second-factor/confirm/
    400 POST /users/profiles/{id}/review_kyc/
    200 GET /users/compliance/kyc-submissions/
    404 GET /users/compliance/kyc-submissions/{id}/
    404 GET /users/compliance/kyc-submissions/{id}/documents/{document_type}/
    200 GET /users/compliance/stats/
    400 POST /users/compliance/claims/
    404 DELETE /users/compliance/claims/{subject_type}/{subject_id}/
    200 GET /users/compliance/decisions/
    400 POST /users/compliance/decisions/
    400 POST /users/compliance/decisions/undo/
    404 POST /videos/{id}/approve/
    400 POST /videos/{id}/reject/
    200 GET /users/compliance/reported-comments/
    404 POST /users/compliance/reported-comments/{id}/keep/
    400 POST /users/compliance/reported-comments/{id}/remove/
    200 GET /users/compliance/fraud-signals/
    404 GET /users/compliance/fraud-signals/{id}/
    400 POST /users/compliance/fraud-signals/{id}/dismiss/
    404 POST /users/compliance/fraud-signals/{id}/escalate/
    400 POST /users/compliance/fraud-signals/{id}/reopen/
    200 GET /tracking/tracks/pending/
    400 PATCH /tracking/tracks/{id}/
  `,
  superAdmins: `
    200 GET /admin/challenges/
    400 POST /admin/challenges/{id}/phase/
    404 PATCH /admin/challenges/{id}/dates/
    200 GET /videos/track-assignments/unassigned-dancers/
    200 GET /videos/track-assignments/statistics/
    200 POST /videos/track-assignments/bulk-assign/
    400 POST /videos/track-assignments/assign-individual/
    200 GET /admin/system-settings/
    400 PATCH /admin/system-settings/
    404 POST /admin/system-settings/proposals/{id}/approve/
    404 POST /admin/system-settings/proposals/{id}/reject/
    200 GET /admin/backups/
    202 POST /admin/backups/
    404 POST /admin/backups/{id}/verify/
    200 GET /admin/overview/
    200 GET /admin/search/
    200 GET /admin/waiting/
    200 GET /admin/today/
    200 GET /admin/period/
    200 GET /admin/alerts/
    400 PATCH /admin/alerts/
    200 GET /admin/all-payments/
    200 GET /admin/all-payments/totals/
    200 GET /admin/money-out/
    200 GET /admin/money-out/totals/
    200 GET /admin/month-reports/
    404 GET /admin/month-reports/{month}/
    400 POST /admin/month-reports/recipients/
    400 POST /admin/month-reports/recipients/remove/
    404 GET /admin/taxes/{year}/
    200 GET /admin/stats/
    200 GET /admin/users/
    200 GET /admin/users/totals/
    200 GET /admin/wallets/
    400 POST /admin/fund-transfer/
    200 GET /admin/fund-transfers/
    200 GET /admin/cash-journals/
    400 POST /admin/cash-journals/
    404 POST /admin/cash-journals/{id}/confirm/
    404 POST /admin/cash-journals/{id}/reject/
    400 POST /admin/cash-journals/{id}/reverse/
    200 GET /admin/cash-position/
    404 POST /admin/fund-transfers/{id}/approve/
    404 POST /admin/fund-transfers/{id}/reject/
    200 GET /admin/compliance-staff/
    400 POST /admin/compliance-staff/
    404 POST /admin/compliance-staff/{id}/activate/
    404 POST /admin/compliance-staff/{id}/deactivate/
    404 POST /admin/compliance-staff/{id}/withdraw/
    404 POST /admin/compliance-staff/{id}/reset-second-factor/
    400 POST /admin/users/{id}/activate/
    404 GET /admin/people/{id}/
    400 GET /admin/people/{id}/records/
    400 POST /admin/people/{id}/freeze-withdrawals/
    400 POST /admin/people/{id}/unfreeze-withdrawals/
    400 POST /admin/people/{id}/revoke-identity/
    400 POST /admin/people/{id}/revoke-identity/confirm/
    400 POST /admin/people/{id}/revoke-identity/reject/
    400 POST /admin/people/{id}/letters/
    404 GET /admin/payers/{key}/
    400 GET /admin/payers/{key}/records/
    400 POST /admin/users/{id}/deactivate/
    400 POST /videos/{id}/withdraw/
    404 POST /admin/compliance-staff/{id}/reset-second-factor/approve/
    404 POST /admin/compliance-staff/{id}/reset-second-factor/reject/
    200 GET /admin/audit-logs/
    200 GET /admin/payments/
    404 GET /admin/payments/{id}/
    400 POST /admin/payments/{id}/resolve/
    200 GET /admin/disputes/
    400 POST /admin/disputes/
    404 GET /admin/disputes/{id}/
    404 POST /admin/disputes/{id}/
    404 GET /admin/disputes/{id}/candidates/
    400 POST /admin/disputes/{id}/notes/
    404 POST /admin/disputes/{id}/statement/
    400 POST /admin/fraud-signals/{id}/actions/
    400 POST /admin/fraud-signals/{id}/actions/{action_id}/decide/
    404 POST /admin/payouts/{id}/approve/
    200 POST /admin/payouts/resume/
    404 POST /admin/payout-alerts/{id}/acknowledge/
    200 GET /admin/health-metrics/
    200 GET /admin/dead-letters/
    404 POST /admin/dead-letters/{id}/retry/
  `,
}

/** The same of files. */
const files: Partial<Record<keyof typeof allowed, string>> = {
  everyone: `
    404 GET /challenges/{id}/tally.csv
  `,
  contestants: `
    404 GET /users/tax-certificates/{year}/certificate.pdf
  `,
  officers: `
    200 GET /users/compliance/fraud-signals.csv
  `,
  superAdmins: `
    200 GET /admin/all-payments.csv
    200 GET /admin/audit-logs.csv
    200 GET /admin/cash-journals.csv
    200 GET /admin/disputes.csv
    200 GET /admin/ledger.beancount
    200 GET /admin/ledger.csv
    200 GET /admin/ledger.journal
    200 GET /admin/money-out.csv
    404 GET /admin/month-reports/{month}/report.csv
    404 GET /admin/month-reports/{month}/report.pdf
    400 GET /admin/payers/{key}/records.csv
    400 GET /admin/people/{id}/records.csv
    404 GET /admin/taxes/{year}/{user_id}/certificate.pdf
    200 GET /admin/payments.csv
    200 GET /admin/users.csv
    200 GET /admin/wallets.csv
  `,
}

const rowsIn = (groups: typeof files) =>
  Object.entries(groups).flatMap(([group, lines]) =>
    lines
      .trim()
      .split('\n')
      .map((line) => {
        const [status, method, path] = line.trim().split(' ')
        const who: readonly Caller[] = allowed[group as keyof typeof allowed]
        return { name: `${method} ${path}`, status: Number(status), who }
      }),
  )
const rows = [...rowsIn(table), ...rowsIn(files)]
const rowOf = new Map(rows.map((row) => [row.name, row]))

setUpMoney()
const tokens = new Map<Caller, string>()
beforeAll(async () => {
  for (const role of roleNames) tokens.set(role, (await signInAs(role)).access)
})

test('the tables name every call of the contract once, and no other', () => {
  const calls = callsAndFiles.map((call) => `${call.method} ${call.path}`)
  expect(rows.map(({ name }) => name).sort()).toEqual(calls.sort())
})

test.each(callsAndFiles.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s',
  async (name, call) => {
    const row = rowOf.get(name)
    for (const caller of ['visitor', ...roleNames] as const) {
      const response = await callAs(call, caller)
      const meets = row?.who.includes(caller) ? { status: row.status } : refusal(caller)
      const isRefused = response.status === 401 || response.status === 403
      expect({
        caller,
        status: response.status,
        ...(isRefused ? { body: await response.json() } : {}),
      }).toEqual({ caller, ...meets })
    }
  },
)

function refusal(caller: Caller) {
  return caller === 'visitor'
    ? {
        status: 401,
        body: { detail: 'Please log in first.', code: 'token_not_valid' },
      }
    : {
        status: 403,
        body: { detail: 'You don’t have permission to do this.', code: 'permission_denied' },
      }
}

async function callAs(call: Call, caller: Caller): Promise<Response> {
  const params = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, newId()]))
  const route = await loadRoute(call)
  return send(route[call.method], {
    method: call.method,
    params,
    body: call.method === 'GET' ? undefined : {},
    access: await accessOf(call, caller),
  })
}

/** Who logs out does so with a session of their own. */
async function accessOf(call: Call, caller: Caller): Promise<string | undefined> {
  if (caller === 'visitor') return undefined
  return call.path === '/users/auth/logout/' ? (await signInAs(caller)).access : tokens.get(caller)
}
