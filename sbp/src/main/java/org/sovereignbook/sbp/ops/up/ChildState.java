package org.sovereignbook.sbp.ops.up;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of a child. Immutable.
 *
 * @param pid of its process, while there is one
 * @param since when the process was started
 * @param next when it is started again, while there is none
 * @param ended whether it has ended for good
 * @param failures how often it has failed in a row
 * @param last how its last process ended, in words
 * @param isPermanent whether that was a failure that a restart cannot mend
 */
public record ChildState(
    Child child,
    OptionalLong pid,
    Optional<Instant> since,
    Optional<Instant> next,
    boolean ended,
    int failures,
    Optional<String> last,
    boolean isPermanent) {

  static ChildState of(Child child) {
    return new ChildState(
        child,
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        0,
        Optional.empty(),
        false);
  }

  ChildState running(long process, Instant now) {
    return new ChildState(
        child,
        OptionalLong.of(process),
        Optional.of(now),
        Optional.empty(),
        false,
        failures,
        last,
        isPermanent);
  }

  ChildState waiting(Instant until, int failed, String how, boolean permanent) {
    return new ChildState(
        child,
        OptionalLong.empty(),
        Optional.empty(),
        Optional.of(until),
        false,
        failed,
        Optional.of(how),
        permanent);
  }

  ChildState ended(String how) {
    return new ChildState(
        child,
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty(),
        true,
        failures,
        Optional.of(how),
        false);
  }
}
