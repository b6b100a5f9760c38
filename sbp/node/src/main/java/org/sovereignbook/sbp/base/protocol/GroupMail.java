package org.sovereignbook.sbp.base.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.ContentKey;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Sealed;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Payload of a {@code memory}: a part of a group that agents of several nodes share
 * (docs/protocol-memory.md). Shape-checked; a receiver verifies the list's signature and opens the
 * item itself.
 *
 * @param group the group that it is about
 */
public record GroupMail(Group group, Part part) {
  /** The most bytes of an encrypted item. */
  public static final int MAX_ITEM_BYTES = 131_072;

  /** The most receipts in one envelope. */
  public static final int MAX_RECEIPTS = 64;

  /** Pattern of a group's id in its owner's node. */
  public static final Pattern GROUP_ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}");

  /** Pattern of the ids of items and versions. */
  public static final Pattern ID = Pattern.compile("[0-9a-f]{16,64}");

  private static final Pattern REASON = Pattern.compile("[a-z][a-z_-]{0,39}");
  private static final long VERSION = 1;
  private static final int MAX_SEALED_CHARACTERS = 1_024;

  /**
   * A group's name for all nodes.
   *
   * @param node the first key of its owner's node
   * @param id its id there
   */
  public record Group(PublicKey node, String id) {
    public JsonObject json() {
      return JsonObject.builder().put("node", node.toString()).put("id", id).build();
    }

    static Group read(Fields fields) {
      return new Group(fields.publicKey("node"), fields.matching("id", GROUP_ID));
    }
  }

  /** Content of a payload. */
  public sealed interface Part {}

  /**
   * The present members.
   *
   * @param key the key of the list's epoch, sealed to the recipient; absent for a node that has no
   *     member any more
   */
  public record Listed(GroupList list, Optional<Sealed> key) implements Part {}

  /**
   * A version of an item, or its end.
   *
   * @param id of the item, the same in all nodes
   * @param version its id
   * @param updatedMs when it was written, in milliseconds since 1970
   * @param author an agent's name in the sending node, or {@link AgentMail#OWNER}
   * @param serial of the members' list that the sender had
   * @param epoch of the key
   * @param encrypted in base64url; see {@link ContentKey}
   */
  public record Item(
      String id,
      String version,
      long updatedMs,
      String author,
      long serial,
      long epoch,
      String encrypted)
      implements Part {
    /** Returns the encrypted bytes. */
    public byte[] bytes() {
      return Base64Url.decode(encrypted);
    }
  }

  /** Outcomes of lists and items that the recipient has sent. */
  public record ReceiptList(List<Receipt> receipts) implements Part {
    public ReceiptList {
      receipts = List.copyOf(receipts);
    }
  }

  /** Agents of the sending node that have left the group. */
  public record Leave(List<String> names) implements Part {
    public Leave {
      names = List.copyOf(names);
    }
  }

  /** Whether something was taken. */
  public enum ReceiptStatus {
    RECEIVED,
    REFUSED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * The status of a list or an item.
   *
   * @param of the item's id, or {@link #LIST}
   * @param version the version's id, or the list's serial
   * @param reason why it was refused, in a word
   */
  public record Receipt(String of, String version, ReceiptStatus status, Optional<String> reason) {
    /** Name of the members' list in receipts. */
    public static final String LIST = "list";

    private static final Pattern OF = Pattern.compile(LIST + "|" + ID.pattern());
    private static final Pattern VERSION_OF = Pattern.compile("[0-9a-f]{1,64}");

    private static Receipt read(Fields fields) {
      return new Receipt(
          fields.matching("of", OF),
          fields.matching("version", VERSION_OF),
          fields.word(ReceiptStatus.class, "status"),
          fields.ifPresent("reason", name -> fields.matching(name, REASON)));
    }

    private JsonObject json() {
      return JsonObject.builder()
          .put("of", of)
          .put("version", version)
          .put("status", status.toString())
          .putIfPresent("reason", reason)
          .build();
    }
  }

  /** Returns the associated data of an item's encryption. */
  public static JsonObject aboutItem(Group group, String item, long epoch) {
    return JsonObject.builder()
        .put("purpose", "sbp-memory-item-v1")
        .put("group", group.json())
        .put("item", item)
        .put("epoch", epoch)
        .build();
  }

  /** Returns the associated data of the sealing of an epoch's key to a node. */
  public static JsonObject aboutKey(Group group, long epoch, PublicKey to) {
    return JsonObject.builder()
        .put("purpose", "sbp-memory-key-v1")
        .put("group", group.json())
        .put("epoch", epoch)
        .put("to", to.toString())
        .build();
  }

  /** Returns the payload. */
  public JsonObject payload() {
    JsonObject.Builder json =
        JsonObject.builder().put("version", VERSION).put("group", group.json());
    switch (part) {
      case Listed(GroupList list, Optional<Sealed> key) ->
          json.put("list", list.json()).putIfPresent("key", key.map(Sealed::toString));
      case Item item -> json.put("item", item(item));
      case ReceiptList(List<Receipt> all) ->
          json.put("receipts", JsonArray.of(all.stream().map(Receipt::json).toList()));
      case Leave(List<String> names) -> json.put("leave", JsonArray.ofStrings(names));
    }
    return json.build();
  }

  private static JsonObject item(Item item) {
    return JsonObject.builder()
        .put("id", item.id())
        .put("version_id", item.version())
        .put("updated_ms", item.updatedMs())
        .put("author", item.author())
        .put("serial", item.serial())
        .put("epoch", item.epoch())
        .put("encrypted", item.encrypted())
        .build();
  }

  /** Reads a payload, or the fault of it. */
  public static Checked<GroupMail> parse(JsonObject payload) {
    return RejectedException.check(() -> read(new Fields(payload)));
  }

  static GroupMail read(Fields fields) {
    if (fields.positive("version") != VERSION) {
      throw new RejectedException(Code.UNSUPPORTED_VERSION, "version is not " + VERSION);
    }
    Group group = Group.read(new Fields(fields.object("group")));
    long parts =
        List.of("list", "item", "receipts", "leave").stream().filter(fields.object()::has).count();
    if (parts != 1) {
      throw fields.invalid("payload", "has not exactly one of list, item, receipts, leave");
    }
    if (fields.object().has("list")) {
      return new GroupMail(
          group, new Listed(GroupList.read(fields.object("list")), readKey(fields)));
    }
    if (fields.object().has("item")) {
      return new GroupMail(group, readItem(new Fields(fields.object("item"))));
    }
    return new GroupMail(
        group,
        fields.object().has("receipts")
            ? new ReceiptList(readReceipts(fields))
            : readLeave(fields));
  }

  private static Optional<Sealed> readKey(Fields fields) {
    return fields.ifPresent(
        "key",
        name -> {
          try {
            return Sealed.parse(fields.string(name, MAX_SEALED_CHARACTERS));
          } catch (IllegalArgumentException e) {
            throw fields.invalid(name, "is nothing sealed");
          }
        });
  }

  private static Item readItem(Fields fields) {
    return new Item(
        fields.matching("id", ID),
        fields.matching("version_id", ID),
        fields.positive("updated_ms"),
        fields.matching("author", AgentMail.AGENT_NAME),
        fields.positive("serial"),
        fields.positive("epoch"),
        encrypted(fields));
  }

  private static String encrypted(Fields fields) {
    String text = fields.body("encrypted", MAX_ITEM_BYTES * 4 / 3 + 1);
    try {
      if (Base64Url.decode(text).length >= ContentKey.MIN_ENCRYPTED_BYTES) {
        return text;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw fields.invalid("encrypted", "is no encrypted text");
  }

  private static List<Receipt> readReceipts(Fields fields) {
    List<JsonValue> values = fields.array("receipts").values();
    if (values.isEmpty() || values.size() > MAX_RECEIPTS) {
      throw fields.invalid("receipts", "holds none, or more than " + MAX_RECEIPTS);
    }
    List<Receipt> receipts = new ArrayList<>();
    for (JsonValue value : values) {
      if (!(value instanceof JsonObject receipt)) {
        throw fields.invalid("receipts", "holds more than objects");
      }
      receipts.add(Receipt.read(new Fields(receipt)));
    }
    return receipts;
  }

  private static Leave readLeave(Fields fields) {
    List<String> names = fields.strings("leave");
    if (names.isEmpty()
        || names.size() > GroupList.MAX_MEMBERS
        || !names.stream().allMatch(name -> AgentMail.AGENT_NAME.matcher(name).matches())) {
      throw fields.invalid("leave", "holds no names of agents");
    }
    return new Leave(names);
  }
}
