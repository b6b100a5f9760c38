package org.sovereignbook.sbp.base.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Receipt for a mail, from its recipient's node to its sender's (docs/protocol-mail.md).
 *
 * @param of the mail's id, as its sender gave it
 * @param reason why it ended without being handled, as a fixed word
 */
public record MailReceipt(String of, Kind kind, Timestamp at, Optional<String> reason) {
  private static final int MAX_RECEIPTS = 64;
  private static final int MAX_REASON_CHARACTERS = 100;

  /** Progress of a mail; each but the last two follows the one before it. */
  public enum Kind {
    /** It is in the recipient's mailbox, and survives a crash there. */
    DELIVERED,
    /** The recipient has been given it. */
    READ,
    /** The recipient has done with it what it asks; it is not given again. */
    HANDLED,
    /** Its time was over before it was handled. */
    EXPIRED,
    /** It will not be given to the recipient. */
    REFUSED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  static List<MailReceipt> read(Fields mail) {
    List<JsonValue> values = mail.array("receipts").values();
    if (values.isEmpty() || values.size() > MAX_RECEIPTS) {
      throw mail.invalid("receipts", "holds none, or more than " + MAX_RECEIPTS);
    }
    List<MailReceipt> receipts = new ArrayList<>();
    for (JsonValue value : values) {
      if (!(value instanceof JsonObject receipt)) {
        throw mail.invalid("receipts", "holds more than objects");
      }
      Fields fields = new Fields(receipt);
      receipts.add(
          new MailReceipt(
              fields.matching("of", AgentMail.ID),
              fields.word(Kind.class, "kind"),
              fields.timestamp("at"),
              fields.ifPresent("reason", name -> fields.string(name, MAX_REASON_CHARACTERS))));
    }
    return List.copyOf(receipts);
  }
}
