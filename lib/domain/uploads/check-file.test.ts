import sharp from 'sharp'
import { expect, test } from 'vitest'
import { redrawPicture } from './check-file.ts'

test('a picture is drawn anew: upright, small, and without where it was taken', async () => {
  const taken = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#a03020' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Amina' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 17/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
  expect((await sharp(taken).metadata()).exif?.toString('latin1')).toContain('Amina')
  const shown = await redrawPicture(taken, 512)
  const { format, width, height, exif, orientation } = await sharp(shown ?? undefined).metadata()
  expect({ format, width, height, exif, orientation }).toEqual({ format: 'webp', width: 171, height: 512 })
})

test('what only begins like a picture is none', async () => {
  const whole = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  expect(await redrawPicture(whole.subarray(0, 40), 512)).toBe(null)
  expect(await redrawPicture(new TextEncoder().encode('<svg/>'), 512)).toBe(null)
})
