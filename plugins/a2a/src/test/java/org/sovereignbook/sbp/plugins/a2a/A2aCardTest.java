package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.bearer;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.error;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.json;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.result;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signature;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.peer.server.RouteFeature;

/** The card: who sees it, its signatures, its caching. */
@Timeout(240)
class A2aCardTest {
  private static final String CARD = "/.well-known/agent-card.json";
  private static final String FORMER_CARD = "/x/a2a/reader/.well-known/agent-card.json";
  private static final String[] FORMER = {
    "url", "preferredTransport", "protocolVersion", "supportsAuthenticatedExtendedCard"
  };

  @TempDir Path folder;
  private A2aNode node;

  @BeforeEach
  void makeNode() {
    node = A2aNode.in(folder);
  }

  @AfterEach
  void close() {
    node.close();
  }

  private JsonObject open() {
    return node.done("a2a", "open", "reader", "--for", "everybody", "--says", "boats", "--json")
        .json();
  }

  @Test
  void thereIsNoneUntilAnAgentIsOpen() {
    assertThat(node.get(CARD).statusCode()).isEqualTo(404);
    JsonObject opened = open();
    assertThat(opened.string("for")).contains("everybody");
    assertThat(opened.string("tenant")).contains("reader");
    assertThat(node.run("a2a", "open", "reader", "--for", "everybody").exit())
        .isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(node.get(CARD).statusCode()).isEqualTo(200);
    node.done("a2a", "close", "reader");
    assertThat(node.get(CARD).statusCode()).isEqualTo(404);
    assertThat(node.run("a2a", "close", "reader").exit()).isEqualTo(ExitCode.NOTHING_TO_DO);
    assertThat(node.run("a2a", "open", "nobody", "--for", "everybody").exit())
        .isEqualTo(ExitCode.NOT_FOUND);
  }

  @Test
  void theNodesKeySignsIt() {
    JsonObject _ = open();
    assertThat(json(node.get(CARD)).members()).doesNotContainKeys(FORMER);
    assertThat(json(node.get(CARD)).array("signatures").orElseThrow().objects()).hasSize(1);
    assertThat(json(node.get(CARD, "A2A-Version", "0.3"))).isEqualTo(json(node.get(FORMER_CARD)));
    JsonObject card = json(node.get(FORMER_CARD));
    HttpResponse<String> set = node.get("/.well-known/agent-keys.json");
    assertThat(set.statusCode()).as(set.body()).isEqualTo(200);
    JsonObject keys = json(set);
    PublicKey key =
        PublicKey.parse(
            keys.array("keys")
                .orElseThrow(() -> new AssertionError(set.headers() + set.body()))
                .objects()
                .getFirst()
                .string("x")
                .orElseThrow());
    assertThat(key).isEqualTo(node.node().keys().publicKey());

    List<JsonObject> signatures = card.array("signatures").orElseThrow().objects();
    JsonObject all = card.without("signatures");
    JsonObject known = all.without(FORMER);
    assertThat(verifies(signatures.getFirst(), known, key)).isTrue();
    assertThat(verifies(signatures.getLast(), all, key)).isTrue();
    assertThat(verifies(signatures.getFirst(), known.with("name", "Mallory"), key)).isFalse();
    JsonObject header =
        json(
            new String(
                Base64Url.decode(signatures.getFirst().string("protected").orElseThrow()),
                StandardCharsets.UTF_8));
    assertThat(header.string("alg")).contains("EdDSA");
    assertThat(header.string("kid").orElseThrow()).startsWith("did:key:z6Mk");
    assertThat(header.string("jku").orElseThrow()).endsWith("/.well-known/agent-keys.json");
    assertThat(card.toString()).contains("\"boats\"").doesNotContain("\"required\"");
  }

  @Test
  void nothingInItIsEmptySinceLibrariesLeaveThatOutOfWhatIsSigned() {
    String token = node.token("one");
    node.done("a2a", "open", "reader", "--for", "one");
    assertThat(node.get(CARD, bearer(token)).body())
        .contains("securityRequirements")
        .doesNotContain("{}", "[]", ":\"\"");
  }

  private static boolean verifies(JsonObject signature, JsonObject content, PublicKey key) {
    String signed =
        signature.string("protected").orElseThrow()
            + "."
            + Base64Url.encode(Jcs.canonicalize(content));
    return Ed25519.verify(
        signed.getBytes(StandardCharsets.US_ASCII),
        Signature.parse(signature.string("signature").orElseThrow()),
        key);
  }

  @Test
  void theNodesKeysAreFoundWithTheirRotations() {
    JsonObject _ = open();
    PublicKey first = node.node().keys().publicKey();
    for (int i = 0; i < 2; i++) {
      node.done("keygen", "--rotate");
    }
    PublicKey now = node.node().identity().publicKey();
    assertThat(now).isNotEqualTo(first);

    HttpResponse<String> keys = node.get("/.well-known/agent-keys.json");
    assertThat(keys.statusCode()).as(keys.body()).isEqualTo(200);
    JsonObject set = json(keys);
    List<JsonObject> identities =
        set.array("identities")
            .orElseThrow(() -> new AssertionError(keys.headers() + keys.body()))
            .objects();
    assertThat(identities).hasSize(3);
    for (int i = 0; i < 3; i++) {
      IdentityDocument document = valid(identities.get(i));
      PublicKey before = i < 2 ? valid(identities.get(i + 1)).publicKey() : first;
      assertThat(i < 2 ? document.previousKey().orElseThrow() : document.publicKey())
          .isEqualTo(before);
    }
    JsonObject did = json(node.get("/.well-known/did.json"));
    assertThat(did.string("id").orElseThrow()).startsWith("did:web:127.0.0.1%3A");
    assertThat(did.toString()).contains(now.toString()).doesNotContain(first.toString());
    JsonObject card = json(node.get(CARD));
    assertThat(
            verifies(
                card.array("signatures").orElseThrow().objects().getLast(),
                card.without("signatures"),
                now))
        .isTrue();
  }

  private IdentityDocument valid(JsonObject json) {
    return ((Checked.Valid<IdentityDocument>)
            IdentityDocument.validate(json, node.node().clock().instant()))
        .value();
  }

  @Test
  void anOpenAgentsRegistrationNamesTheCardAndTheNodesDid() {
    assertThat(services()).isEmpty();
    JsonObject _ = open();
    assertThat(services()).extracting(RouteFeature.Service::name).containsExactly("A2A", "DID");
    assertThat(services().getFirst().address()).endsWith(CARD);
    assertThat(services().getLast().address()).startsWith("did:web:127.0.0.1%3A");
  }

  private List<RouteFeature.Service> services() {
    return node.ledger().read(tx -> new A2aFeature().services(tx, Agents.named(tx, "reader")));
  }

  @Test
  void itCanBeKeptForAWhile() {
    JsonObject _ = open();
    HttpResponse<String> card = node.get(CARD);
    assertThat(card.headers().firstValue("Cache-Control")).contains("public, max-age=300");
    assertThat(card.headers().firstValue("Last-Modified")).isPresent();
    String etag = card.headers().firstValue("ETag").orElseThrow();
    assertThat(node.get(CARD, "If-None-Match", etag).statusCode()).isEqualTo(304);
    node.done("a2a", "open", "author", "--for", "everybody");
    assertThat(node.get(CARD, "If-None-Match", etag).statusCode()).isEqualTo(200);
    HttpResponse<String> head =
        node.send(node.request(CARD).method("HEAD", BodyPublishers.noBody()));
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
  }

  @Test
  void theExtendedOneIsForClientsWithAToken() {
    JsonObject _ = open();
    String token = node.token("one");
    node.done("a2a", "open", "author", "--for", "one");
    assertThat(error(node.rpc("GetExtendedAgentCard", JsonObject.empty()))).isEqualTo(-32090);
    JsonObject card = result(node.rpc("GetExtendedAgentCard", JsonObject.empty(), bearer(token)));
    assertThat(card.toString()).contains("/x/a2a/author");
    assertThat(node.get(CARD).body()).doesNotContain("/x/a2a/author");
    assertThat(node.get("/x/a2a/reader/extendedAgentCard", bearer(token)).body())
        .isEqualTo(node.get(CARD, bearer(token)).body());
  }
}
