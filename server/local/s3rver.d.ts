declare module '@20minutes/s3rver' {
  interface S3rverOptions {
    address: string
    port: number
    directory: string
    silent: boolean
    configureBuckets: { name: string; configs: string[] }[]
  }
  export default class S3rver {
    constructor(options: S3rverOptions)
    readonly store: { deleteObject(bucket: string, key: string): Promise<void> }
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
