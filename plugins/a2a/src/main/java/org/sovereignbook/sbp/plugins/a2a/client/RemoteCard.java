package org.sovereignbook.sbp.plugins.a2a.client;

import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;

/**
 * Card of an agent of somebody else (A2A §4.4.1), as far as it can be relied on.
 *
 * @param at where it was read
 * @param json the members that its signature covers; all of them where there is none
 * @param key the key whose signature is good; empty where the card has none that can be checked
 * @param keySet the key set that the signature names, with the rotations of the key
 */
record RemoteCard(URI at, JsonObject json, Optional<PublicKey> key, JsonObject keySet) {
  private static final String WELL_KNOWN = "/.well-known/agent-card.json";

  /**
   * Signatures that are checked, each with what it names on the host: bounds how long that takes.
   */
  private static final int MAX_SIGNATURES = 2;

  private static final String DID_WEB = "/.well-known/did.json";

  /**
   * An address of the card at which an agent can be called.
   *
   * @param tenant the word that is repeated in each request; empty for none
   */
  record Place(String url, RemoteBinding binding, String tenant) {
    /** Returns the word by which people name it: its tenant, or the last word of its address. */
    String word() {
      return tenant.isEmpty() ? url.replaceFirst("/+$", "").replaceFirst(".*/", "") : tenant;
    }
  }

  /** Returns the address of the card for what an owner types: that of a node, or of a card. */
  static URI address(String typed) {
    try {
      URI uri = URI.create(typed.strip());
      String scheme = String.valueOf(uri.getScheme());
      boolean isWeb =
          (scheme.equals("https") || scheme.equals("http"))
              && uri.getHost() != null
              && uri.getUserInfo() == null;
      if (!isWeb) {
        throw CliException.wrong("expected an address with https://, got '" + typed + "'");
      }
      String path = String.valueOf(uri.getPath()).replaceFirst("/+$", "");
      return path.endsWith(".json")
          ? uri
          : URI.create(scheme + "://" + uri.getRawAuthority() + path + WELL_KNOWN);
    } catch (IllegalArgumentException e) {
      throw CliException.wrong("expected an address with https://, got '" + typed + "'");
    }
  }

  /**
   * Reads a card and checks its signatures.
   *
   * @throws CliException when it cannot be read, or when no signature of those that it has is good
   */
  static RemoteCard read(CardFetch fetch, URI at) throws InterruptedException {
    JsonObject card = fetch.require(at);
    List<CardSignature> signatures =
        card.array("signatures").map(JsonArray::objects).orElse(List.of()).stream()
            .flatMap(each -> CardSignature.of(each).stream())
            .limit(MAX_SIGNATURES)
            .toList();
    for (CardSignature signature : signatures) {
      Optional<JsonObject> keySet = keySet(fetch, at, signature);
      for (PublicKey key : keys(fetch, at, signature, keySet)) {
        Optional<JsonObject> covered = signature.covered(card, key);
        if (covered.isPresent()) {
          return new RemoteCard(
              at, covered.get(), Optional.of(key), keySet.orElse(JsonObject.empty()));
        }
      }
    }
    if (!signatures.isEmpty()) {
      throw new CliException(
          ExitCode.NOT_VALID,
          "the signature of the card at " + at + " does not verify",
          "somebody has changed it, or its key; ask its owner");
    }
    return new RemoteCard(at, card.without("signatures"), Optional.empty(), JsonObject.empty());
  }

  /** Returns the key set that a signature names, if the host of the card serves it. */
  private static Optional<JsonObject> keySet(CardFetch fetch, URI at, CardSignature signature)
      throws InterruptedException {
    Optional<URI> set =
        signature.json().parsed("jku", URI::create).filter(other -> isSameHost(at, other));
    return set.isPresent() ? fetch.find(set.get()) : Optional.empty();
  }

  static boolean isSameHost(URI one, URI other) {
    return String.valueOf(one.getScheme()).equals(other.getScheme())
        && String.valueOf(one.getRawAuthority()).equals(other.getRawAuthority());
  }

  /** Returns the keys that may have signed; a key set that was found has to hold the key. */
  private static List<PublicKey> keys(
      CardFetch fetch, URI at, CardSignature signature, Optional<JsonObject> keySet)
      throws InterruptedException {
    String keyId = signature.keyId();
    if (keySet.isPresent()) {
      return CardKeys.in(keySet.get(), keyId);
    }
    Optional<PublicKey> own = CardKeys.ofDid(keyId);
    if (own.isPresent()) {
      return List.of(own.get());
    }
    String web = "did:web:" + String.valueOf(at.getRawAuthority()).replace(":", "%3A");
    if (keyId.startsWith(web + "#")) {
      return fetch
          .find(URI.create(at.getScheme() + "://" + at.getRawAuthority() + DID_WEB))
          .map(document -> CardKeys.in(document, keyId))
          .orElse(List.of());
    }
    return List.of();
  }

  /** Returns the addresses of agents that speak version 1.0, each agent once. */
  List<Place> places() {
    List<Place> all = new ArrayList<>();
    for (JsonObject each :
        json.array("supportedInterfaces").map(JsonArray::objects).orElse(List.of())) {
      Optional<RemoteBinding> binding = each.string("protocolBinding").flatMap(RemoteBinding::of);
      String url = each.string("url").orElse("");
      boolean isSpoken =
          each.string("protocolVersion").filter(it -> it.startsWith("1.")).isPresent();
      String tenant = each.string("tenant").orElse("");
      if (binding.isPresent() && isSpoken && isUsable(url) && tenant.matches("[!-~]{0,200}")) {
        all.add(new Place(url, binding.get(), tenant));
      }
    }
    all.sort(Comparator.comparing(Place::binding));
    Map<String, Place> once = new LinkedHashMap<>();
    all.forEach(place -> once.putIfAbsent(place.word(), place));
    return List.copyOf(once.values());
  }

  /** Only a signed card may send us to another host than its own, and none from https to http. */
  private boolean isUsable(String url) {
    try {
      URI uri = URI.create(url);
      String scheme = String.valueOf(at.getScheme()).equals("https") ? "https" : "https?";
      boolean isWeb = url.length() <= 1_000 && url.matches(scheme + "://[!-~]+");
      return isWeb && uri.getHost() != null && (key.isPresent() || isSameHost(at, uri));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  boolean streams() {
    return json.object("capabilities").flatMap(it -> it.bool("streaming")).orElse(false);
  }

  /** Returns whether the agent takes the proof of a node by its key. */
  boolean takesProof() {
    return json.object("capabilities").flatMap(it -> it.array("extensions")).stream()
        .flatMap(extensions -> extensions.objects().stream())
        .anyMatch(it -> it.string("uri").filter(PeerProof.EXTENSION::equals).isPresent());
  }
}
