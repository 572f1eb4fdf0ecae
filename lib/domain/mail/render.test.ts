import { describe, expect, test } from 'vitest'
import { mailLocales } from '#lib/contract/mail/locales.ts'
import { say } from '#lib/core/sentence.ts'
import { catalogues, renderMail, renderNotice } from './render.ts'
import { type TemplateData, type TemplateName, templates } from './templates.ts'

const video_id = '0190a7c2-0000-7000-8000-000000000001'
const samples: { [T in TemplateName]: TemplateData<T> } = {
  verify_email: { token: 'a-b_c', email: 'amina+dance@example.test' },
  reset_password: { token: 'a-b_c', email: 'amina@example.test' },
  staff_invited: { token: 'a-b_c', email: 'amina@example.test' },
  password_changed: {},
  second_factor_reset_asked: {},
  second_factor_reset: {},
  account_deactivated: { reason: 'The videos are not your own.' },
  account_activated: {},
  account_deleted: {},
  account_exists: {},
  account_active: {},
  account_inactive: {},
  account_unverified: {},
  kyc_approved: {},
  identity_revoked: { reason: 'The document is not yours.' },
  withdrawals_frozen: {},
  withdrawals_unfrozen: {},
  letter_payment: { text: 'We sent it back.' },
  letter_withdrawal: { text: 'It was sent today.' },
  letter_identity: { text: 'The photo is blurred.' },
  letter_account: { text: 'Your account is open again.' },
  letter_video: { text: 'The video is private.' },
  kyc_rejected: { reason: 'The photo is blurred.', field_reasons: { id_front: 'Cut off', other: 'Odd' } },
  kyc_document_unreadable: { document: 'id_front', file_name: 'IMG_0031.HEIC' },
  track_approved: { title: 'Sunset' },
  track_rejected: { title: 'Sunset', comments: 'It is not yours.' },
  video_approved: { title: 'Moves', video_id },
  video_rejected: { title: 'Moves', reason: 'Another song plays.' },
  official_video_approved: { title: 'Moves', video_id },
  official_video_rejected: { title: 'Moves', reason: 'The sound is missing.' },
  subscription_paid: { challenge: 'November 2026', amount: 1_000, receipt: 'TKL1234567' },
  withdrawal_requested: { token: 'a-token', reference: 'W7K2M9QXB4A', phone: '254712345678', amount: 1_500 },
  withdrawal_paid: { reference: 'W7K2M9QXB4A', amount: 1_500, receipt: 'SKL81H2J0Q' },
  balance_difference: { account: 'working', amount: -70, id: 'difference-3' },
  payouts_need_people: { alert: 'stuck', detail: 'M-PESA has answered throttled to W7K', id: video_id },
  withdrawal_failed: { reference: 'W7K2M9QXB4A', amount: 1_500 },
  tracks_assigned: { challenge: 'November 2026', tracks: [{ title: 'Sunset', artist: 'Baraka' }] },
  submission_closes: { challenge: 'November 2026', missing: 2, ends_at: '2026-11-26T12:00:00.000Z' },
  votes_yesterday: { votes: 1_240, video_id },
  rank_entered: { challenge: 'November 2026', to: 14, video_id },
  rank_gained: { challenge: 'November 2026', from: 14, to: 12, video_id },
  rank_lost: { challenge: 'November 2026', from: 12, to: 14, video_id },
  rank_left: { challenge: 'November 2026', from: 20 },
  month_result: { challenge: 'November 2026', challenge_id: video_id, rank: 12, votes: 84 },
  news: {
    items: [
      { title: 'Approved: Sunset', text: 'It is in the pool.' },
      { title: 'Your identity is approved', text: 'Wallet and uploads are open.' },
    ],
  },
  follow_asked: { token: 'a-token', challenge: 'November 2026' },
  result_is_there: { challenge: 'November 2026', challenge_id: video_id },
  prize_won: { challenge: 'November 2026', rank: 1, amount: 5_000 },
  dispute_opened: { token: 'token', reference: 'D1234567' },
  dispute_answered: { token: 'token', reference: 'D1234567', text: 'We have found it.' },
  dispute_resolved: { token: 'token', reference: 'D1234567', text: '', refunded: 190 },
  dispute_declined: { token: 'token', reference: 'D1234567', text: 'It was late.', refunded: null },
  votes_held: { title: 'Moves', votes: 120, video_id },
  votes_released: { title: 'Moves', votes: 120, video_id },
  votes_sent_back: { title: 'Moves', votes: 120, video_id },
  signal_escalated: { id: video_id, video: 'Moves', note: 'The dancer runs the shop.' },
  system_alerts: { alerts: [{ kind: 'books', at: '2026-11-25T06:05:00.000Z' }] },
  system_alerts_over: { alerts: [{ kind: 'mpesa', at: '2026-11-25T07:05:00.000Z' }] },
  royalty_paid: { challenge: 'November 2026', amount: 812.5 },
  month_report: { challenge: 'November 2026', month: '2026-11' },
}
const names = Object.keys(templates) as TemplateName[]
const amina = { firstName: 'Amina', locale: 'en' } as const
const site = 'https://ngoma.example'

describe.each(mailLocales)('in %s', (locale) => {
  test.each(names)('%s is whole: nothing unfilled, one link, the same in both forms', (name) => {
    const mail = renderMail(name, samples[name], { firstName: 'Amina', locale }, site)
    for (const text of [mail.subject, mail.text, mail.html.replace(/<style>[\s\S]*<\/style>/, '')])
      expect(text).not.toMatch(/\{\w*\}|undefined/)
    const links = [...mail.text.matchAll(/https:\/\/\S+/g)].map(([link]) => link)
    expect(links).toEqual([expect.stringContaining(`${site}/`)])
    expect(mail.html).toContain(`href="${links[0]?.replaceAll('&', '&amp;')}"`)
    expect(mail.html).toContain(`<html lang="${locale}">`)
    expect(mail.subject.length).toBeLessThan(80)
  })
})

test('both languages say the same things: as many paragraphs, the same values', () => {
  const shape = (locale: 'en' | 'sw') =>
    names.map((name) => {
      const { subject, heading, body, after = [] } = catalogues[locale].sentences[name]
      const values = [...[subject, heading, ...body, ...after].join().matchAll(/\{\w+\}/g)].map(
        ([one]) => one,
      )
      return [name, body.length, after.length, [...new Set(values)].sort()]
    })
  expect(shape('sw')).toEqual(shape('en'))
  expect(Object.keys(catalogues.sw.frame.labels)).toEqual(Object.keys(catalogues.en.frame.labels))
})

test('the verification link carries token and email, safely encoded', () => {
  const { text } = renderMail('verify_email', samples.verify_email, amina, site)
  expect(text).toContain(`${site}/verify-email?token=a-b_c&email=amina%2Bdance%40example.test`)
})

test('why the product itself refused a file is said in the language of the mail, and what people wrote as it is', () => {
  const told = (comments: string, locale: 'en' | 'sw') => {
    const [data, person] = [
      { title: 'Sunset', comments },
      { ...amina, locale },
    ]
    return `${renderMail('track_rejected', data, person, site).text} ${renderNotice('track_rejected', data, person).text}`
  }
  const missing = say('unread.missing')
  expect(told(missing.coded, 'en')).toContain(`“${missing}”`)
  const inSwahili = told(missing.coded, 'sw')
  expect(inSwahili).toContain('> Faili haikufika. Tafadhali ipakie tena.')
  expect(inSwahili).toContain('“Faili haikufika. Tafadhali ipakie tena.”')
  expect(inSwahili).not.toContain(String(missing))
  for (const words of ['It is not yours.', 'constructor']) expect(told(words, 'sw')).toContain(`“${words}”`)
})

test('what people wrote is shown as text, never as markup', () => {
  const title = '<img src=x onerror=alert(1)> & "friends"'
  const rejected = renderMail('track_rejected', { title, comments: '<b>No</b>\nReally' }, amina, site)
  expect(rejected.html).not.toMatch(/<img|<b>/)
  expect(rejected.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;friends&quot;')
  expect(rejected.html).toContain('&lt;b&gt;No&lt;/b&gt;<br>Really')
  expect(rejected.text).toContain('> <b>No</b>\n> Really')
})

test('a stranger’s name cannot be put into the mails that anybody can have sent', () => {
  const stranger = { firstName: 'Win KES 5000 at evil.example', locale: 'en' } as const
  for (const name of ['verify_email', 'reset_password'] as const) {
    const mail = renderMail(name, samples[name], stranger, site)
    expect(`${mail.subject} ${mail.html} ${mail.text}`).not.toContain('evil.example')
  }
})

test('the mail of closing submissions names the end of the last day in Nairobi’s time', () => {
  const told = (ends_at: string, locale: 'en' | 'sw' = 'en') =>
    renderNotice('submission_closes', { challenge: 'March', missing: 2, ends_at }, { ...amina, locale }).text
  expect(told('2027-03-31T12:30:00.000Z')).toContain('until tomorrow at 15:30, Nairobi time.')
  expect(told('2027-03-31T12:30:00.000Z', 'sw')).toContain('hadi kesho saa 15:30, saa za Nairobi.')
  expect(told('2027-03-31T21:00:00.000Z')).toContain('until tomorrow at 24:00, Nairobi time.')
})

test('fields and documents are named, unknown ones as they came', () => {
  const { text } = renderMail('kyc_rejected', samples.kyc_rejected, amina, site)
  expect(text).toContain('- Front of the ID: Cut off')
  expect(text).toContain('- other: Odd')
})

test('an approval promises what follows from it: uploads to musicians alone, for dancers join the challenge first', () => {
  const told = (locale: 'en' | 'sw') => renderMail('kyc_approved', {}, { ...amina, locale }, site).text
  expect(told('en')).toContain(
    'Dancers can now join the monthly challenge, and musicians can upload their tracks.',
  )
  expect(told('sw')).toContain('kujiunga na shindano la mwezi, na wanamuziki wanaweza kupakia nyimbo zao.')
})

test('a mail that people may stop has the way to do so in both forms, and a member’s the choices too', () => {
  const stop = `${site}/unsubscribe?token=t&x=1`
  const member = renderMail('kyc_approved', {}, amina, site, '/unsubscribe?token=t&x=1')
  expect(member.text).toContain(`Choose what we notify you about: ${site}/notifications?tab=choices`)
  expect(member.text).toContain(`Stop these emails: ${stop}`)
  expect(member.html).toContain(`href="${stop.replace('&', '&amp;')}"`)
  const voter = renderMail(
    'result_is_there',
    samples.result_is_there,
    { firstName: '', locale: 'en' },
    site,
    '/u',
  )
  expect(voter.text).not.toContain('/notifications')
  expect(voter.text).toContain(`${site}/u`)
})

test('a month has its title in the language of the mail', () => {
  const data = { challenge: 'November 2026 Challenge', challenge_id: video_id }
  const subject = (locale: 'en' | 'sw') =>
    renderMail('result_is_there', data, { firstName: 'Asha', locale }, 'https://ngoma.example').subject
  expect(subject('en')).toContain('November 2026 Challenge')
  expect(subject('sw')).toContain('Shindano la Novemba 2026')
})

test('of a prize and of royalties nobody reads that they have paid them', () => {
  const told = (name: 'prize_won' | 'royalty_paid', locale: 'en' | 'sw') => {
    const person = { ...amina, locale }
    return `${renderNotice(name, samples[name], person).text} ${renderMail(name, samples[name], person, site).text}`
  }
  for (const locale of mailLocales)
    for (const name of ['prize_won', 'royalty_paid'] as const)
      expect(told(name, locale)).not.toContain(catalogues[locale].frame.labels.amount)
  expect(told('prize_won', 'sw')).toContain('Tuzo: KES 5,000')
  expect(told('royalty_paid', 'sw')).toContain('Mirabaha: KES 812.5')
})

test('the result of a month is told in words that fit one vote as well', () => {
  const data = { ...samples.month_result, votes: 1 }
  expect(renderNotice('month_result', data, amina).text).toContain('in place 12. Your votes: 1.')
})

test('a notice says what happened, with what an officer wrote and the facts', () => {
  expect(renderNotice('kyc_rejected', samples.kyc_rejected, amina)).toEqual({
    title: 'Your identity check needs a correction',
    text: 'We couldn’t approve your identity yet. Correct what we marked below and submit it again. “The photo is blurred.” Front of the ID: Cut off · other: Odd',
    path: '/kyc-upload',
  })
})

test.each(['constructor', 'toString', '__proto__', 'phone', 'receipt'])(
  'a song named %s keeps its name in mails and notices',
  (title) => {
    const assigned = { challenge: 'November 2026', tracks: [{ title, artist: 'Baraka' }] }
    const news = { items: [{ title, text: 'Baraka' }, ...samples.news.items] }
    for (const locale of mailLocales) {
      const person = { firstName: 'Amina', locale }
      for (const mail of [
        renderMail('tracks_assigned', assigned, person, site),
        renderMail('news', news, person, site),
      ]) {
        expect(mail.text).toContain(`- ${title}: Baraka`)
        expect(mail.html).toContain(`<strong>${title}</strong>`)
      }
      expect(renderNotice('tracks_assigned', assigned, person).text).toContain(`${title}: Baraka`)
    }
  },
)

test('a field that is named like a member of every object is unknown', () => {
  const data = { reason: 'Look again.', field_reasons: { constructor: 'Odd', id_front: 'Cut off' } }
  expect(renderMail('kyc_rejected', data, amina, site).text).toContain('- constructor: Odd')
  expect(renderNotice('kyc_rejected', data, amina).text).toContain(
    'constructor: Odd · Front of the ID: Cut off',
  )
})
