package org.sovereignbook.sbp.plugins.it.mock;

import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;

/** What the model server does with one request. */
public sealed interface Reply {

  /** The model writes text and ends its turn. */
  record Say(String text) implements Reply {}

  /** The model calls one tool. */
  record Call(String tool, JsonObject input) implements Reply {}

  /** The provider refuses, in its own shape of errors. */
  record Fail(int status, String message, Optional<Duration> retryAfter) implements Reply {
    public Fail(int status, String message) {
      this(status, message, Optional.empty());
    }
  }

  /** The provider takes the request and never answers. */
  record Hang() implements Reply {}

  /** The provider begins its answer and never goes on. */
  record Stall() implements Reply {}

  /** The provider answers 200 with something that is none of its protocol. */
  record Nonsense() implements Reply {}
}
