import { configuredBucket } from '../config/bucket-settings';
import { bucketPlace } from './bucket-place';

it.each([
  [{ AWS_REGION: 'eu-west-1' }, 's3://snap/a/b/', 'https://snap.s3.eu-west-1.amazonaws.com/a/b/x'],
  [{ AWS_DEFAULT_REGION: 'cn-north-1' }, 's3://snap', 'https://snap.s3.cn-north-1.amazonaws.com.cn/x'],
  [{ AWS_REGION: 'eu-west-1', S3_PATH_STYLE: 'on' }, 's3://snap/a', 'https://s3.eu-west-1.amazonaws.com/snap/a/x'],
  [{ AWS_REGION: 'eu-west-1' }, 's3://snap.example.com', 'https://s3.eu-west-1.amazonaws.com/snap.example.com/x'],
  [{ AWS_ENDPOINT_URL: 'https://s3.example' }, 's3://snap/a', 'https://s3.example/snap/a/x'],
  [{ AWS_ENDPOINT_URL: 'https://h:9000/s3/', S3_PATH_STYLE: 'off' }, 's3://snap/a', 'https://snap.h:9000/s3/a/x'],
  [{ AWS_ENDPOINT_URL: 'https://one', AWS_ENDPOINT_URL_S3: 'https://two' }, 's3://snap', 'https://two/snap/x'],
])('with %j, %s has its objects at %s', (variables: Record<string, string>, address, url) => {
  expect(bucketPlace(address, configuredBucket(variables)).urlOf('x')).toBe(url);
});
