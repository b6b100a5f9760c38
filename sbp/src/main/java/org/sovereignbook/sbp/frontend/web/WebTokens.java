package org.sovereignbook.sbp.frontend.web;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.ContentHash;

/**
 * Bearer tokens of the owner's pages, in memory only, as hashes. A page replaces the token of its
 * address by another one, so that the address opens the page only once. Thread-safe.
 */
final class WebTokens {
  static final Duration LIFE = Duration.ofHours(12);

  /** The oldest token ends when there are more. */
  private static final int MAX_TOKENS = 64;

  private static final int TOKEN_BYTES = 32;

  private final InstantSource clock;
  private final SecureRandom random;
  private final SequencedMap<String, Instant> endByHash = new LinkedHashMap<>();
  private final SequencedSet<String> exchanged = new LinkedHashSet<>();

  WebTokens(InstantSource clock, SecureRandom random) {
    this.clock = clock;
    this.random = random;
  }

  /** Issues a token. The caller has verified that its receiver is the owner. */
  synchronized String issue() {
    Iterator<Map.Entry<String, Instant>> oldest = endByHash.entrySet().iterator();
    while (endByHash.size() >= MAX_TOKENS && oldest.hasNext()) {
      oldest.next();
      oldest.remove();
    }
    byte[] bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    String token = Base64Url.encode(bytes);
    endByHash.put(hash(token), clock.instant().plus(LIFE));
    return token;
  }

  /** Returns whether the token is valid now. */
  synchronized boolean isGood(String token) {
    Instant end = endByHash.get(hash(token));
    Instant now = clock.instant();
    // A token of the far future was issued under a wrong clock.
    return end != null && now.isBefore(end) && !now.plus(LIFE).isBefore(end);
  }

  /** Returns a stream that takes nothing more once the token has ended. */
  OutputStream whileGood(String token, OutputStream to) {
    return new FilterOutputStream(to) {
      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        if (!isGood(token)) {
          throw new IOException("its token has ended");
        }
        out.write(bytes, from, length);
      }
    };
  }

  /** Ends a valid token and issues another one with the same end. */
  synchronized Optional<String> exchange(String token) {
    if (!isGood(token)) {
      return Optional.empty();
    }
    Instant end = Optional.ofNullable(endByHash.remove(hash(token))).orElseThrow();
    boolean _ = exchanged.add(hash(token));
    if (exchanged.size() > MAX_TOKENS) {
      String _ = exchanged.removeFirst();
    }
    String other = issue();
    endByHash.put(hash(other), end);
    return Optional.of(other);
  }

  /** Returns whether a page has exchanged this token before. */
  synchronized boolean isExchanged(String token) {
    return exchanged.contains(hash(token));
  }

  private static String hash(String token) {
    return ContentHash.ofBytes(token.getBytes(StandardCharsets.UTF_8)).hex();
  }
}
