package org.sovereignbook.sbp.plugins.openai;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatMessage;

/**
 * Ids of calls. Those of services are unique in a reply at best, so each call gets one of ours:
 * nine letters and digits, the strictest form that any service wants (Mistral).
 */
final class CallIds {
  private static final String ALPHABET =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  private static final int LENGTH = 9;
  private static final Pattern OURS = Pattern.compile("[A-Za-z0-9]{" + LENGTH + "}");

  private final RandomGenerator random;
  private final Set<String> taken = new HashSet<>();

  /** Creates ids that no call of the conversation has. */
  CallIds(RandomGenerator random, List<ChatMessage> messages) {
    this.random = random;
    for (ChatMessage message : messages) {
      if (message instanceof ChatMessage.Assistant(String _, List<ChatCall> calls)) {
        calls.forEach(call -> taken.add(call.id()));
      }
    }
  }

  String next() {
    while (true) {
      StringBuilder id = new StringBuilder();
      for (int i = 0; i < LENGTH; i++) {
        id.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
      }
      if (taken.add(id.toString())) {
        return id.toString();
      }
    }
  }

  /** Returns the id for the service: ours, or one of that form made from another backend's. */
  static String forService(String id) {
    if (OURS.matcher(id).matches()) {
      return id;
    }
    return ContentHash.ofBytes(id.getBytes(StandardCharsets.UTF_8)).hex().substring(0, LENGTH);
  }
}
