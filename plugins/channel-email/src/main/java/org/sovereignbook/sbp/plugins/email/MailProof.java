package org.sovereignbook.sbp.plugins.email;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Proof of a mail's sender by an {@code Authentication-Results} header (RFC 8601). Only the topmost
 * header of the owner's own server counts: what is below may have come with the mail.
 *
 * @param isProven whether the address in From is proven
 * @param words how, or why not
 */
record MailProof(boolean isProven, String words) {
  private static final int MAX_CHARACTERS = 8_192;

  /**
   * Result of a method in the header.
   *
   * @param properties such as {@code header.d}
   */
  private record Result(String method, String value, Map<String, String> properties) {}

  private static MailProof no(String why) {
    return new MailProof(false, why);
  }

  /**
   * Judges the sender.
   *
   * @param results the values of all Authentication-Results, the topmost first
   * @param authservId the owner's server; empty when the owner named none
   * @param domain of the address in From
   */
  static MailProof of(List<String> results, Optional<String> authservId, String domain) {
    if (authservId.isEmpty()) {
      return no("no --authserv-id is set");
    }
    Optional<List<String>> topmost =
        results.stream()
            .filter(value -> value.length() <= MAX_CHARACTERS)
            .map(MailProof::parts)
            .filter(parts -> server(parts).equals(authservId.get()))
            .findFirst();
    return topmost
        .map(
            parts ->
                judge(
                    parts.stream().skip(1).flatMap(part -> result(part).stream()).toList(), domain))
        .orElseGet(() -> no("no Authentication-Results of " + authservId.get()));
  }

  /** Returns the name of the server that wrote a header. */
  static String server(String value) {
    return server(parts(value));
  }

  private static String server(List<String> parts) {
    String first = parts.getFirst().strip();
    int end = first.indexOf(' ');
    return (end < 0 ? first : first.substring(0, end)).toLowerCase(Locale.ROOT);
  }

  private static MailProof judge(List<Result> results, String domain) {
    List<Result> dmarc = results.stream().filter(one -> one.method().equals("dmarc")).toList();
    for (Result one : dmarc) {
      if (one.value().equals("pass")) {
        String from = one.properties().getOrDefault("header.from", domain);
        return dmarc.size() == 1 && from.equals(domain)
            ? new MailProof(true, "dmarc=pass")
            : no("dmarc is of " + from);
      }
      if (!one.value().equals("none")) {
        return no("dmarc=" + one.value());
      }
    }
    return results.stream()
        .filter(one -> one.method().equals("dkim") && one.value().equals("pass"))
        .filter(one -> isAligned(signer(one), domain))
        .findFirst()
        .map(one -> new MailProof(true, "dkim=pass of " + signer(one)))
        .orElseGet(() -> no("neither dmarc=pass nor dkim=pass of " + domain));
  }

  private static String signer(Result dkim) {
    String identity = dkim.properties().getOrDefault("header.i", "");
    return dkim.properties()
        .getOrDefault("header.d", identity.substring(identity.indexOf('@') + 1));
  }

  /** Returns whether a signer is the domain, or one above it that is no top-level domain. */
  private static boolean isAligned(String signer, String domain) {
    return signer.equals(domain) || (signer.indexOf('.') > 0 && domain.endsWith("." + signer));
  }

  private static Optional<Result> result(String part) {
    List<String> words = List.of(part.strip().split("\\s+"));
    String[] first = words.getFirst().split("=", 2);
    if (first.length < 2) {
      return Optional.empty();
    }
    Map<String, String> properties = new HashMap<>();
    for (String word : words.subList(1, words.size())) {
      String[] pair = word.split("=", 2);
      if (pair.length == 2) {
        properties.putIfAbsent(lower(pair[0]), lower(pair[1]));
      }
    }
    String method = lower(first[0]);
    int version = method.indexOf('/');
    return Optional.of(
        new Result(
            version < 0 ? method : method.substring(0, version), lower(first[1]), properties));
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the parts between semicolons, without comments and quotes. A blank or a semicolon in a
   * quoted text becomes an underscore, so that it separates nothing.
   */
  private static List<String> parts(String value) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    int depth = 0;
    boolean isQuoted = false;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' && (isQuoted || depth > 0)) {
        i++;
      } else if (c == '"' && depth == 0) {
        isQuoted = !isQuoted;
      } else if (isQuoted) {
        part.append(Character.isLetterOrDigit(c) || ".@-".indexOf(c) >= 0 ? c : '_');
      } else if (c == '(') {
        depth++;
      } else if (c == ')' && depth > 0) {
        depth--;
      } else if (depth == 0 && c == ';') {
        parts.add(part.toString());
        part.setLength(0);
      } else if (depth == 0) {
        part.append(Character.isWhitespace(c) ? ' ' : c);
      }
    }
    parts.add(part.toString());
    return parts;
  }
}
