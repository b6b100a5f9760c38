package org.sovereignbook.sbp.plugins.a2a;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Node;

/**
 * Address at which a client wants to be told what happens to a task (A2A §4.3).
 *
 * @param json the configuration as the client gave it, without unknown members
 */
record PushAddress(JsonObject json) {
  private static final Pattern URL = Pattern.compile("https?://[!-~]{1,2000}");
  private static final Pattern WORDS = Pattern.compile("[ -~]{1,1024}");

  /** Checks a configuration; where it has no id, it gets this one. */
  static PushAddress of(JsonObject given, String id) {
    String url = text(given, "url").orElse("");
    if (!URL.matcher(url).matches() || host(url).isEmpty()) {
      throw A2aError.INVALID_PARAMS.because("url: expected an address with http or https");
    }
    JsonObject json = JsonObject.empty().with("id", text(given, "id").orElse(id)).with("url", url);
    Optional<String> token = text(given, "token");
    json = token.isPresent() ? json.with("token", token.get()) : json;
    Optional<JsonObject> proof = given.object("authentication");
    if (proof.isPresent()) {
      JsonObject kept = JsonObject.empty();
      for (String name : List.of("scheme", "credentials")) {
        Optional<String> word = text(proof.get(), name);
        kept = word.isPresent() ? kept.with(name, word.get()) : kept;
      }
      json = json.with("authentication", kept);
    }
    return new PushAddress(json);
  }

  private static Optional<String> host(String url) {
    try {
      return Optional.ofNullable(URI.create(url).getHost());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> text(JsonObject json, String name) {
    Optional<String> text = json.string(name).filter(it -> !it.isEmpty());
    if (text.filter(it -> !WORDS.matcher(it).matches() && !name.equals("url")).isPresent()) {
      throw A2aError.INVALID_PARAMS.because(name + ": expected at most 1024 letters and signs");
    }
    return text;
  }

  String id() {
    return json.string("id").orElse("");
  }

  /** Posts to it, signed by the node and with what the client wants to recognise it by. */
  PeerReply post(Node node, HttpPeerClient client, JsonValue said) throws InterruptedException {
    byte[] body = JsonWriter.compact(said).getBytes(StandardCharsets.UTF_8);
    Map<String, String> headers = new HashMap<>();
    headers.put("A2A-Signature", A2aKeys.jws(node, body).compact());
    json.string("token").ifPresent(token -> headers.put("X-A2A-Notification-Token", token));
    json.object("authentication")
        .flatMap(
            proof ->
                proof
                    .string("scheme")
                    .map(scheme -> (scheme + " " + proof.string("credentials").orElse("")).strip()))
        .ifPresent(value -> headers.put("Authorization", value));
    return client.postTo(URI.create(json.string("url").orElse("")), body, headers);
  }

  /**
   * Requires that who answers there wants to be told: it says a word back.
   *
   * @throws A2aException when it does not, also when the address is not allowed
   */
  void challenge(Node node, HttpPeerClient client, String word) throws InterruptedException {
    PeerReply reply = post(node, client, JsonObject.empty().with("challenge", word));
    if (reply instanceof PeerReply.Forbidden) {
      throw A2aError.INVALID_PARAMS.because(
          "url: this node posts to public addresses only, none of its own machine or network");
    }
    boolean isSaid =
        reply instanceof PeerReply.Answered answered
            && answered.isSuccess()
            && new String(answered.body(), StandardCharsets.UTF_8).contains(word);
    if (!isSaid) {
      throw A2aError.INVALID_PARAMS.because("url: the challenge was not answered there");
    }
  }
}
