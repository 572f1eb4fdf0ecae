import type { Page } from '@playwright/test'

/** A phone's large photo of a test card. */
export async function takePhoto(page: Page, name: string, width = 3_000, height = 2_000) {
  const address = await page.evaluate(
    ([wide, high]) => {
      const canvas = document.createElement('canvas')
      canvas.width = wide
      canvas.height = high
      const context = canvas.getContext('2d')
      for (let stripe = 0; context && stripe < 12; stripe++) {
        context.fillStyle = `hsl(${stripe * 30} 80% 50%)`
        context.fillRect((stripe * wide) / 12, 0, wide / 12, high)
      }
      return canvas.toDataURL('image/jpeg', 0.95)
    },
    [width, height] as const,
  )
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(address.split(',')[1] ?? '', 'base64') }
}

/** Width and height of a picture at an address. */
export function measurePicture(page: Page, address: string): Promise<[width: number, height: number]> {
  return page.evaluate(async (source) => {
    const picture = new Image()
    picture.src = source
    await picture.decode()
    return [picture.naturalWidth, picture.naturalHeight]
  }, address)
}
