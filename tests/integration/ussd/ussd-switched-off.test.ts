import { expect, test, vi } from 'vitest'

test('without a token in the environment there is no USSD, whatever token is named', async () => {
  const before = process.env.USSD_TOKEN ?? ''
  vi.stubEnv('USSD_TOKEN', '')
  const { POST } = await import('../../../app/api/ussd/[token]/route.ts')
  for (const token of [before, '', 'undefined']) {
    const body = new URLSearchParams({ sessionId: 'a', phoneNumber: '+254711002000', text: '' })
    const request = new Request(`http://127.0.0.1/api/ussd/${token}/`, { method: 'POST', body })
    expect((await POST(request, { params: Promise.resolve({ token }) })).status).toBe(404)
  }
})
