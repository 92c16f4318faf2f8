// SPDX-License-Identifier: Apache-2.0
// What somebody is called, on a table where room is scarce: two lines of it, and all of it for whoever points at it.

export function Called(props: { name: string }) {
  return (
    <bdi class="called" title={props.name}>
      {props.name}
    </bdi>
  );
}
