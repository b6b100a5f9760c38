package org.sovereignbook.sbp.base.protocol;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Mail from an agent, or a node, to one of another node: the member {@link #MEMBER} of the payload
 * of a {@code direct} (docs/protocol-mail.md). A node without support for it shows its reader the
 * payload's {@code body}.
 *
 * @param id the sender's id; unique with the sender's key
 * @param from the sending agent's name in its node, or {@link #OWNER}
 * @param to the receiving agent's name; empty when the mail is for the node itself
 * @param seq counts the mails from this sender to this recipient, from 1
 * @param body the text, which is the payload's
 */
public record AgentMail(
    String id,
    MailType type,
    String from,
    Optional<String> to,
    long seq,
    Timestamp sentAt,
    About about,
    String body,
    Carried carried) {
  /**
   * Bounds of a mail, and what it answers.
   *
   * @param epoch for this incarnation of the recipient only
   */
  public record About(
      Optional<Timestamp> expiresAt, Optional<String> inReplyTo, Optional<Long> epoch) {
    public static final About NOTHING =
        new About(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Structured parts of a mail, by its type. */
  public record Carried(
      List<MailReceipt> receipts, Optional<TaskOffer> offer, Optional<TaskResult> result) {
    public static final Carried NOTHING =
        new Carried(List.of(), Optional.empty(), Optional.empty());

    public Carried {
      receipts = List.copyOf(receipts);
    }
  }

  /** The payload's member. */
  public static final String MEMBER = "agent_mail";

  /** Name of a node's owner; no agent's. */
  public static final String OWNER = "owner";

  /** Pattern of an agent's name. */
  public static final Pattern AGENT_NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,39}");

  static final Pattern ID = Pattern.compile("[0-9a-f]{16,64}");

  private static final long VERSION = 1;
  private static final int LOCAL_ID_DIGITS = 32;

  /** Member beside the body, with its members in order. */
  private record Member(
      long version,
      String id,
      MailType type,
      String from,
      Optional<String> to,
      long seq,
      Timestamp sentAt,
      Optional<Timestamp> expiresAt,
      Optional<String> inReplyTo,
      Optional<Long> epoch,
      Optional<List<MailReceipt>> receipts,
      Optional<TaskOffer> offer,
      Optional<TaskResult> result) {}

  /** Creates a receipt, with a text for a node that does not support mail. */
  public static AgentMail receipt(
      String id, String from, long seq, Timestamp at, MailReceipt receipt) {
    return new AgentMail(
        id,
        MailType.RECEIPT,
        from,
        Optional.empty(),
        seq,
        at,
        About.NOTHING,
        "Mail " + receipt.of() + " " + receipt.kind() + ". Nothing to answer.",
        new Carried(List.of(receipt), Optional.empty(), Optional.empty()));
  }

  /** Returns the payload of the {@code direct} that carries it. */
  public JsonObject payload() {
    Member member =
        new Member(
            VERSION,
            id,
            type,
            from,
            to,
            seq,
            sentAt,
            about.expiresAt(),
            about.inReplyTo(),
            about.epoch(),
            Optional.of(carried.receipts()).filter(some -> !some.isEmpty()),
            carried.offer(),
            carried.result());
    return Payloads.direct(body, Optional.empty(), Optional.empty())
        .with(MEMBER, Shape.write(member));
  }

  /** Returns whether an envelope, valid or not, carries such a member at all. */
  public static boolean isIn(JsonObject envelope) {
    return envelope
        .object("payload")
        .filter(payload -> payload.has(MEMBER) && payload.has("body"))
        .isPresent();
  }

  /** Reads the mail in a payload, or the fault of the member. */
  public static Checked<AgentMail> parse(JsonObject payload) {
    return RejectedException.check(() -> read(payload));
  }

  /** Returns the one spelling in this node of an id from another node's mail. */
  public static String localId(PublicKey sender, String id) {
    byte[] both = (sender + "/" + id).getBytes(StandardCharsets.UTF_8);
    return ContentHash.ofBytes(both).hex().substring(0, LOCAL_ID_DIGITS);
  }

  private static AgentMail read(JsonObject payload) {
    Fields fields = new Fields(new Fields(payload).object(MEMBER));
    if (fields.positive("version") != VERSION) {
      throw new RejectedException(Code.UNSUPPORTED_VERSION, "version is not " + VERSION);
    }
    MailType type = fields.word(MailType.class, "type");
    if (type == MailType.SHUTDOWN) {
      throw fields.invalid("type", "is shutdown, which never leaves a node");
    }
    Optional<TaskOffer> offer =
        type == MailType.TASK_OFFER
            ? Optional.of(TaskOffer.read(new Fields(fields.object("offer"))))
            : Optional.empty();
    if (offer.filter(one -> one.state() == TaskOffer.State.OFFERED).isPresent()) {
      fields.timestamp("expires_at");
    }
    return new AgentMail(
        fields.matching("id", ID),
        type,
        fields.matching("from", AGENT_NAME),
        type.isForAgent() ? Optional.of(fields.matching("to", AGENT_NAME)) : Optional.empty(),
        fields.positive("seq"),
        fields.timestamp("sent_at"),
        new About(
            fields.ifPresent("expires_at", fields::timestamp),
            fields.ifPresent("in_reply_to", name -> fields.matching(name, ID)),
            fields.ifPresent("epoch", fields::positive)),
        new Fields(payload).body("body", Limits.MAX_DIRECT_BODY_BYTES),
        new Carried(
            type == MailType.RECEIPT ? MailReceipt.read(fields) : List.of(),
            offer,
            type == MailType.TASK_RESULT
                ? Optional.of(TaskResult.read(new Fields(fields.object("result"))))
                : Optional.empty()));
  }
}
