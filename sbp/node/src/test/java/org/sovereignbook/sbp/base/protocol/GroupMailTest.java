package org.sovereignbook.sbp.base.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.ContentKey;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PrivateKey;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Sealed;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;

/** The vectors of docs/protocol-memory.md. */
class GroupMailTest {
  private static JsonObject vectors() {
    try (var in = GroupMailTest.class.getResourceAsStream("/vectors/memory.json")) {
      return (JsonObject) JsonReader.file(in.readAllBytes());
    } catch (IOException | MalformedJson e) {
      throw new AssertionError(e);
    }
  }

  static List<JsonObject> payloads() {
    return vectors().array("payloads").map(JsonArray::objects).orElseThrow();
  }

  static List<JsonObject> items() {
    return vectors().array("items").map(JsonArray::objects).orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("payloads")
  void aPayloadIsAcceptedOrRefusedByCode(JsonObject vector) {
    Checked<GroupMail> checked = GroupMail.parse(vector.object("payload").orElseThrow());

    assertThat(checked.why().map(why -> why.code().toString()).orElse("accepted"))
        .isEqualTo(vector.string("result").orElseThrow());
    checked
        .toOptional()
        .filter(_ -> vector.bool("round_trip").orElse(false))
        .ifPresent(
            mail -> assertThat(mail.payload()).isEqualTo(vector.object("payload").orElseThrow()));
  }

  @Test
  void theSignatureOfTheListVerifiesAndNoChangeDoes() {
    JsonObject list = vectors().object("list").orElseThrow();
    GroupList parsed = GroupList.parse(list).toOptional().orElseThrow();

    assertThat(parsed.isSigned()).isTrue();
    assertThat(GroupList.parse(list.with("serial", 99)).toOptional().orElseThrow().isSigned())
        .isFalse();
  }

  @ParameterizedTest
  @MethodSource("items")
  void anItemOpensWithTheSealedKeyForItsPlaceOnly(JsonObject vector) {
    KeyPair recipient = KeyPair.of(PrivateKey.parse(vector.string("seed").orElseThrow()));
    GroupMail.Group group =
        new GroupMail.Group(
            PublicKey.parse(vector.string("group_node").orElseThrow()),
            vector.string("group_id").orElseThrow());
    long epoch = vector.integer("epoch").orElseThrow();
    String id = vector.string("id").orElseThrow();
    ContentKey key =
        ContentKey.open(
            Sealed.parse(vector.string("key").orElseThrow()),
            recipient,
            GroupMail.aboutKey(group, epoch, recipient.publicKey()));
    byte[] encrypted = Base64Url.decode(vector.string("encrypted").orElseThrow());

    assertThat(key.decrypt(encrypted, GroupMail.aboutItem(group, id, epoch)))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo(vector.string("text").orElseThrow());
    assertThatThrownBy(() -> key.decrypt(encrypted, GroupMail.aboutItem(group, id, epoch + 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> key.decrypt(encrypted, GroupMail.aboutItem(group, "0" + id, epoch)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                key.decrypt(
                    encrypted,
                    GroupMail.aboutItem(new GroupMail.Group(group.node(), "other"), id, epoch)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
