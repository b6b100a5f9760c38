package org.sovereignbook.sbp.server;

import java.net.HttpURLConnection;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.protocol.Envelope;
import org.sovereignbook.sbp.store.InboxId;

/** What admission decided about one message. */
sealed interface Verdict {

  /** The envelope is in the inbox and stays there whatever happens to this process. */
  record Accepted(InboxId id, Envelope envelope) implements Verdict {}

  /** The envelope was accepted before, under this id. */
  record Duplicate(InboxId id, Envelope envelope) implements Verdict {}

  /**
   * The envelope was not taken.
   *
   * @param sender who sent it, once the signature has proved that
   */
  record Refused(Refusal why, Optional<PublicKey> sender) implements Verdict {}

  default Answer answer() {
    return switch (this) {
      case Accepted(InboxId id, Envelope envelope) -> taken("accepted", id, envelope.hash());
      case Duplicate(InboxId id, Envelope envelope) -> taken("duplicate", id, envelope.hash());
      case Refused(Refusal why, Optional<PublicKey> _) -> Answer.error(why);
    };
  }

  private static Answer taken(String status, InboxId id, ContentHash hash) {
    return Answer.json(
        HttpURLConnection.HTTP_ACCEPTED,
        JsonObject.builder()
            .put("status", status)
            .put("id", id.value())
            .put("hash", hash.toString())
            .build());
  }
}
