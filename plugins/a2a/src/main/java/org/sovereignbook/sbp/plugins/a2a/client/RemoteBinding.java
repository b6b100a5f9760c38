package org.sovereignbook.sbp.plugins.a2a.client;

import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.Words;

/** Binding of the protocol that a remote agent is called by, the preferred one first. */
enum RemoteBinding {
  JSONRPC("JSONRPC"),
  HTTP_JSON("HTTP+JSON");

  private final String word;

  RemoteBinding(String word) {
    this.word = word;
  }

  /** Returns the binding with this word of a card. */
  static Optional<RemoteBinding> of(String word) {
    return Stream.of(values()).filter(binding -> binding.word.equals(word)).findFirst();
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
