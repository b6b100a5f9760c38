package org.sovereignbook.sbp.testkit.vectors;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.TestKeys;

/** Parts of groups that nodes share: payloads, signed lists, opened items. */
final class GroupCases {
  private static final String BAD = "invalid-payload";
  private static final String ITEM = "0123456789abcdef0123456789abcdef";
  private static final String VERSION = "fedcba9876543210fedcba9876543210";
  private static final byte[] KEY = filled(32, 7);
  private static final byte[] NONCE = filled(12, 9);
  private static final int TAG_BITS = 128;
  private static final int MOST_BYTES = 131_072;

  private final CaseList payloads = new CaseList("group", new LinkedHashMap<>());

  private GroupCases() {}

  static List<VectorFile> files() {
    GroupCases all = new GroupCases();
    all.payloads.from("docs/protocol-memory.md, Payload");
    all.wholes();
    all.lists();
    all.items();
    all.receipts();
    return Stream.of(all.payloads, signed(), opened())
        .flatMap(cases -> cases.files().stream())
        .toList();
  }

  private void taken(String name, String what, JsonObject payload) {
    payloads.add(name, CaseList.ACCEPTED, what, payload);
  }

  private void refused(String name, String what, JsonObject payload) {
    payloads.add(name, BAD, what, payload);
  }

  private static JsonObject group() {
    return JsonObject.builder().put("node", Signed.key(TestKeys.alice())).put("id", "crew").build();
  }

  private static JsonObject payload() {
    return JsonObject.builder().put("version", 1).put("group", group()).build();
  }

  private static JsonObject leave(List<String> names) {
    return payload().with("leave", JsonArray.ofStrings(names));
  }

  private void wholes() {
    JsonObject leave = leave(List.of("worker"));
    taken("leave", "An agent has left.", leave);
    taken("unknown-member", "An unknown member.", leave.with("x", "y"));
    taken("leave-most", "500 names.", leave(names(500)));
    refused("leave-many", "501 names.", leave(names(501)));
    refused("leave-none", "No name.", leave(List.of()));
    refused("leave-path", "A path.", leave(List.of("../worker")));
    refused("version-two", "Version 2.", leave.with("version", 2));
    refused("version-absent", "No version.", leave.without("version"));
    refused("no-group", "No group.", leave.without("group"));
    refused("no-part", "None of the four parts.", payload());
    refused("two-parts", "Two of them.", leave.with("item", item()));
    refused("id-long", "81 characters.", leave.with("group", group().with("id", "c".repeat(81))));
    refused("id-path", "A path.", leave.with("group", group().with("id", "../crew")));
    refused("id-dot-first", "A dot first.", leave.with("group", group().with("id", ".crew")));
    refused("node-short", "No key.", leave.with("group", group().with("node", "alice")));
  }

  private static List<String> names(int count) {
    return IntStream.range(0, count).mapToObj(i -> "worker" + i).toList();
  }

  private static JsonObject node(String key, List<JsonObject> members) {
    return JsonObject.builder()
        .put("key", key)
        .put("endpoint", Signed.ALICE_ENDPOINT)
        .put("members", JsonArray.of(members))
        .build();
  }

  private static JsonObject member(String name, String role) {
    return JsonObject.builder().put("name", name).put("role", role).build();
  }

  private static JsonObject alices() {
    return node(Signed.key(TestKeys.alice()), List.of(member("owner", "owner")));
  }

  private static JsonObject bobs() {
    return node(Signed.key(TestKeys.bob()), List.of(member("worker", "member")));
  }

  private static JsonObject unsignedList(List<JsonObject> nodes) {
    return JsonObject.builder()
        .put("kind", "memory-list")
        .put("version", "sbp/1")
        .put("group", group())
        .put("signed_by", Signed.key(TestKeys.alice()))
        .put("name", "Crew")
        .put("culture", JsonObject.empty())
        .put("serial", 3)
        .put("epoch", 2)
        .put("nodes", JsonArray.of(nodes))
        .put("issued_at", Signed.TIME)
        .build();
  }

  private static JsonObject list(JsonObject unsigned) {
    return Signing.sign(unsigned, TestKeys.alice(), "signed_by");
  }

  private static JsonObject listed(JsonObject unsigned) {
    return payload().with("list", list(unsigned));
  }

  private static JsonObject plain() {
    return unsignedList(List.of(alices(), bobs()));
  }

  private void lists() {
    JsonObject one = member("worker", "member");
    taken("list", "Two nodes.", listed(plain()));
    taken("list-longest-name", "200.", listed(plain().with("name", "é".repeat(200))));
    taken("list-most-nodes", "50 nodes.", listed(unsignedList(nodes(50, 1))));
    taken("list-most-members", "500 members.", listed(unsignedList(nodes(50, 10))));
    refused("list-many-nodes", "51 nodes.", listed(unsignedList(nodes(51, 1))));
    refused("list-many-members", "510 members.", listed(unsignedList(nodes(30, 17))));
    refused("list-node-twice", "A node twice.", listed(unsignedList(List.of(bobs(), bobs()))));
    refused("list-kind", "Another kind.", listed(plain().with("kind", "list")));
    refused("list-version", "sbp/2.", listed(plain().with("version", "sbp/2")));
    refused("list-long-name", "201.", listed(plain().with("name", "n".repeat(201))));
    refused("list-no-group", "No group.", listed(plain().without("group")));
    refused("list-no-serial", "No serial.", listed(plain().without("serial")));
    refused("list-serial-text", "A text.", listed(plain().with("serial", "3")));
    refused("list-no-epoch", "No epoch.", listed(plain().without("epoch")));
    refused("list-culture-text", "A text.", listed(plain().with("culture", "open")));
    refused("list-no-time", "No time.", listed(plain().without("issued_at")));
    refused("list-no-signature", "Not signed.", payload().with("list", plain()));
    refused("list-text", "A text.", payload().with("list", "crew"));
    refused("list-bad-name", "No name of an agent.", of(member("Worker", "member")));
    refused("list-bad-role", "No role.", of(member("worker", "king")));
    refused("list-no-role", "No role.", of(one.without("role")));
    refused("list-key", "Nothing sealed.", listed(plain()).with("key", "hello"));
  }

  private static JsonObject of(JsonObject member) {
    return listed(
        unsignedList(List.of(alices(), node(Signed.key(TestKeys.bob()), List.of(member)))));
  }

  private static List<JsonObject> nodes(int count, int members) {
    List<JsonObject> all =
        IntStream.range(0, members).mapToObj(i -> member("worker" + i, "member")).toList();
    return IntStream.range(0, count)
        .mapToObj(i -> node(Signed.key(TestKeys.named("node" + i)), all))
        .toList();
  }

  private static JsonObject item() {
    return JsonObject.builder()
        .put("id", ITEM)
        .put("version_id", VERSION)
        .put("updated_ms", 1_773_748_800_000L)
        .put("author", "worker")
        .put("serial", 3)
        .put("epoch", 2)
        .put("encrypted", Base64Url.encode(encrypted(text(), about(ITEM, 2))))
        .build();
  }

  private static JsonObject about(String item, long epoch) {
    return JsonObject.builder()
        .put("purpose", "sbp-memory-item-v1")
        .put("group", group())
        .put("item", item)
        .put("epoch", epoch)
        .build();
  }

  private static byte[] text() {
    return "{\"body\":\"the inn is full\",\"type\":\"fact\"}".getBytes(StandardCharsets.UTF_8);
  }

  private static JsonObject item(String member, String value) {
    return payload().with("item", item().with(member, value));
  }

  private static JsonObject bytes(int count) {
    return item("encrypted", Base64Url.encode(new byte[count]));
  }

  private void items() {
    JsonObject item = item();
    taken("item", "A version.", payload().with("item", item));
    taken("item-largest", "131,072 bytes.", bytes(MOST_BYTES));
    refused("item-large", "One byte more.", bytes(MOST_BYTES + 1));
    refused("item-no-tag", "A nonce, and less than a tag.", bytes(27));
    refused("item-empty", "No byte.", bytes(0));
    refused("item-padded", "Padding.", item("encrypted", "AA=="));
    refused("item-id-short", "15 digits.", item("id", ITEM.substring(17)));
    refused("item-id-capital", "Capitals.", item("id", "0123456789ABCDEF"));
    refused("item-version-path", "A path.", item("version_id", "../0123456789abcdef"));
    refused("item-author", "No name of an agent.", item("author", "Worker"));
    refused("item-time-text", "A text.", item("updated_ms", "now"));
    for (String member : List.of("id", "version_id", "updated_ms", "author", "serial", "epoch")) {
      refused(
          "item-no-" + member.replace('_', '-'),
          member + " is missing.",
          payload().with("item", item.without(member)));
    }
  }

  private static JsonObject receipt(String of, String version, String status) {
    return JsonObject.builder().put("of", of).put("version", version).put("status", status).build();
  }

  private static JsonObject receipts(List<JsonObject> receipts) {
    return payload().with("receipts", JsonArray.of(receipts));
  }

  private void receipts() {
    JsonObject received = receipt(ITEM, VERSION, "received");
    JsonObject refused = receipt(ITEM, VERSION, "refused");
    taken("receipt", "Of a version.", receipts(List.of(received)));
    taken("receipt-list", "Of a list.", receipts(List.of(receipt("list", "3", "received"))));
    taken("receipt-reason", "A word.", receipts(List.of(refused.with("reason", "not_member"))));
    taken("receipt-most", "64.", receipts(Collections.nCopies(64, received)));
    refused("receipt-many", "65.", receipts(Collections.nCopies(65, received)));
    refused("receipt-none", "None.", receipts(List.of()));
    refused("receipt-status", "Another.", receipts(List.of(receipt(ITEM, VERSION, "read"))));
    refused("receipt-of", "Of a path.", receipts(List.of(receipt("../x", VERSION, "received"))));
    refused("receipt-long-reason", "41.", receipts(List.of(refused.with("reason", long41()))));
    refused("receipt-no-version", "None.", receipts(List.of(received.without("version"))));
  }

  private static String long41() {
    return "r".repeat(41);
  }

  private static CaseList signed() {
    JsonObject good = list(plain());
    return new CaseList("group-list", new LinkedHashMap<>())
        .from("docs/protocol-memory.md, list")
        .add("signed", CaseList.ACCEPTED, "A list.", good)
        .add("unknown-member", CaseList.ACCEPTED, "Unknown.", list(plain().with("x", 1)))
        .add("changed-role", CaseList.REFUSED, "A role.", good.with("nodes", admins()))
        .add("changed-serial", CaseList.REFUSED, "A serial.", good.with("serial", 4))
        .add("other-signer", CaseList.REFUSED, "Bob's name.", good.with("signed_by", bob()))
        .add("no-signature", CaseList.REFUSED, "Not signed.", plain());
  }

  private static String bob() {
    return Signed.key(TestKeys.bob());
  }

  private static JsonArray admins() {
    return JsonArray.of(alices(), node(bob(), List.of(member("worker", "admin"))));
  }

  private static CaseList opened() {
    SequencedMap<String, String> head = new LinkedHashMap<>();
    head.put("key", Base64Url.encode(KEY));
    head.put("group", new String(Jcs.canonicalize(group()), StandardCharsets.UTF_8));
    byte[] changed = encrypted(text(), about(ITEM, 2));
    changed[changed.length - 1] ^= 1;
    String text = new String(text(), StandardCharsets.UTF_8);
    return new CaseList("group-item", head)
        .from("docs/protocol-memory.md, Keys")
        .add("opens", text, "The text.", item())
        .add("other-item", CaseList.REFUSED, "A text for another item.", item().with("id", VERSION))
        .add("other-epoch", CaseList.REFUSED, "For another epoch.", item().with("epoch", 3))
        .add("changed", CaseList.REFUSED, "One bit of the tag.", with(changed))
        .add("ended", "{\"ended\":true}", "The end of an item.", with(end()));
  }

  private static byte[] end() {
    return encrypted("{\"ended\":true}".getBytes(StandardCharsets.UTF_8), about(ITEM, 2));
  }

  private static JsonObject with(byte[] encrypted) {
    return item().with("encrypted", Base64Url.encode(encrypted));
  }

  private static byte[] filled(int count, int value) {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  /** Returns the nonce and what AES-256-GCM makes of the text, with the JDK alone. */
  private static byte[] encrypted(byte[] text, JsonObject about) {
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(KEY, "AES"),
          new GCMParameterSpec(TAG_BITS, NONCE));
      cipher.updateAAD(Jcs.canonicalize(about));
      byte[] encrypted = cipher.doFinal(text);
      byte[] all = Arrays.copyOf(NONCE, NONCE.length + encrypted.length);
      System.arraycopy(encrypted, 0, all, NONCE.length, encrypted.length);
      return all;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no AES-256-GCM", e);
    }
  }
}
