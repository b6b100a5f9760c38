package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.bearer;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.error;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.id;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.json;
import static org.sovereignbook.sbp.plugins.a2a.A2aNode.result;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/** Files in the messages of clients. */
@Timeout(240)
class A2aFileTest {
  private static final byte[] BYTES = {0, 1, 2, (byte) 0xff};

  @TempDir Path folder;
  private A2aNode node;
  private String[] client = {};

  @BeforeEach
  void open() {
    node = A2aNode.in(folder);
    client = bearer(node.token("one"));
    node.done("a2a", "open", "reader", "--for", "everybody");
  }

  @AfterEach
  void close() {
    node.close();
  }

  private static JsonObject message(String id, JsonObject... parts) {
    JsonObject message =
        JsonObject.builder()
            .put("messageId", id)
            .put("role", "ROLE_USER")
            .put("parts", JsonArray.of(parts))
            .build();
    return JsonObject.empty()
        .with("message", message)
        .with("configuration", JsonObject.empty().with("returnImmediately", true));
  }

  private static JsonObject file(byte[] bytes) {
    return JsonObject.builder()
        .put("raw", Base64.getEncoder().encodeToString(bytes))
        .put("filename", "boats.bin")
        .put("mediaType", "application/octet-stream")
        .build();
  }

  @Test
  void aFileIsKeptByItsHashForTheAgent() {
    JsonObject params = message("m-1", JsonObject.empty().with("text", "look"), file(BYTES));
    JsonObject task = node.sent(params, client);
    String hash = ContentHash.ofBytes(BYTES).hex();
    assertThat(node.done("task", "show", id(task), "--json").out()).contains(hash, "boats.bin");
    assertThat(task.array("history").orElseThrow().toString())
        .contains(hash)
        .doesNotContain("\"raw\"");
    assertThat(id(node.sent(params, client))).isEqualTo(id(task));
    JsonObject other = message("m-1", JsonObject.empty().with("text", "look"), file(new byte[1]));
    assertThat(error(node.rpc("SendMessage", other, client))).isEqualTo(-32602);

    node.done("task", "claim", id(task), "--as", "reader");
    JsonObject shown = node.done("task", "file", hash, "--as", "reader", "--json").json();
    assertThat(shown.string("base64")).contains(Base64.getEncoder().encodeToString(BYTES));
    assertThat(shown.string("task")).contains(id(task));
    assertThat(node.run("task", "file", hash, "--as", "author").exit())
        .isEqualTo(ExitCode.NOT_FOUND);
    byte[] text = "nine boats".getBytes(StandardCharsets.UTF_8);
    JsonObject _ = node.sent(message("m-2", file(text)), client);
    assertThat(node.done("task", "file", ContentHash.ofBytes(text).hex().substring(0, 8)).out())
        .contains("nine boats");
  }

  @Test
  void filesAreBounded() {
    node.done("config", "set", "a2a.file_bytes", "10");
    assertThat(error(node.rpc("SendMessage", message("m-1", file(new byte[11])), client)))
        .isEqualTo(-32602);
    assertThat(error(node.rpc("SendMessage", message("m-2", file(BYTES))))).isEqualTo(-32005);
    JsonObject wrong = JsonObject.empty().with("raw", "%%%");
    assertThat(error(node.rpc("SendMessage", message("m-3", wrong), client))).isEqualTo(-32602);
    for (int i = 0; i < A2aMessage.FILES_KEPT; i++) {
      JsonObject full = message("m-full-" + i, file(new byte[10]));
      JsonObject _ = node.sent(full, client);
    }
    assertThat(error(node.rpc("SendMessage", message("m-4", file(BYTES)), client)))
        .isEqualTo(-32091);
  }

  @Test
  void nothingIsFetchedFromAnAddress() {
    JsonObject part = JsonObject.empty().with("url", "http://127.0.0.1:9/secret");
    JsonObject task = node.sent(message("m-1", part));
    assertThat(node.done("task", "show", id(task), "--json").out())
        .contains("not fetched: http://127.0.0.1:9/secret");
    JsonObject wrong = JsonObject.empty().with("url", "file:///etc/passwd");
    assertThat(error(node.rpc("SendMessage", message("m-2", wrong)))).isEqualTo(-32602);
  }

  @Test
  void filesOfVersion03AreTaken() {
    JsonObject file =
        JsonObject.builder()
            .put("bytes", Base64.getEncoder().encodeToString(BYTES))
            .put("name", "boats.bin")
            .build();
    JsonObject former = message("m-1", JsonObject.empty().with("kind", "file").with("file", file));
    JsonObject sent =
        result(
            json(
                node.post(
                    "/x/a2a/reader",
                    A2aNode.rpcBody(
                        "message/send",
                        former
                            .with(
                                "message",
                                former.object("message").orElseThrow().with("role", "user"))
                            .with("configuration", JsonObject.empty().with("blocking", false))),
                    client)));
    assertThat(node.done("task", "file", ContentHash.ofBytes(BYTES).hex(), "--json").out())
        .contains(id(sent));
  }
}
