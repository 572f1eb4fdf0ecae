// How a payer's page learns the outcome: by socket, or by polling without one.
import type { Page } from '@playwright/test'
import { expect, openHandset, orderGift, type Product, test, typePin } from './fixtures.ts'

/** A video without gifts of other tests: concurrent tests compare counts. */
async function ownVideo(product: Product) {
  const videos = await product.topVideos(10)
  return videos[9]
}

/** Orders one gift, up to the prompt on the handset. */
async function orderOne(page: Page, handset: Page, product: Product, phone: string): Promise<void> {
  const video = await ownVideo(product)
  await openHandset(handset, product, phone)
  await page.goto(`/video/${video?.id}`)
  await orderGift(page, 1, `+${phone}`)
  await expect(page.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
}

const counted = (page: Page) => page.getByRole('heading', { name: 'Gift counted' })

test('two tabs of one visitor both learn that the gift is counted', async ({ page, visitor, product }) => {
  const handset = await visitor()
  await orderOne(page, handset, product, '254712345690')
  const second = await page.context().newPage()
  await second.goto(page.url())
  await second.getByRole('button', { name: 'Show' }).click()
  await expect(second.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
  await typePin(handset, '1234')
  await expect(counted(page)).toBeVisible()
  await expect(counted(second)).toBeVisible()
})

test('a page without sockets polls until the gift is counted', async ({ page, visitor, product }) => {
  await page.routeWebSocket(/\/ws\//, (socket) => socket.close())
  const handset = await visitor()
  await orderOne(page, handset, product, '254712345691')
  await typePin(handset, '1234')
  await expect(counted(page)).toBeVisible()
})

/** Lets the test close a page's sockets. @returns closes the open ones, and the number opened since */
async function holdSockets(page: Page) {
  const open: (() => void)[] = []
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const server = socket.connectToServer()
    open.push(() => {
      server.close()
      socket.close()
    })
  })
  return {
    lose: () => {
      for (const close of open.splice(0)) close()
    },
    count: () => open.length,
  }
}

test('a page whose sockets are lost learns the outcome from a new one', async ({
  page,
  visitor,
  product,
}) => {
  const sockets = await holdSockets(page)
  const handset = await visitor()
  await orderOne(page, handset, product, '254712345692')
  sockets.lose()
  await expect.poll(sockets.count).toBeGreaterThan(0)
  await typePin(handset, '1234')
  await expect(counted(page)).toBeVisible()
})

test.describe('without a connection', () => {
  test.use({ expectedFailures: /ERR_INTERNET_DISCONNECTED|WebSocket/ })
  test('a page that was offline during the payment shows the outcome when it is online', async ({
    page,
    visitor,
    product,
  }) => {
    const video = await ownVideo(product)
    const sockets = await holdSockets(page)
    const handset = await visitor()
    await orderOne(page, handset, product, '254712345693')
    const before = await product.voteCount(video?.id ?? '')
    await page.context().setOffline(true)
    sockets.lose()
    await typePin(handset, '1234')
    await expect.poll(() => product.voteCount(video?.id ?? '')).toBe(before + 1)
    await expect(counted(page)).toBeHidden()
    await page.context().setOffline(false)
    await expect(counted(page)).toBeVisible()
  })
})
