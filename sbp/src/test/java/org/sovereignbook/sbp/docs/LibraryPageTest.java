package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The classes and methods that pages name are there. */
class LibraryPageTest {
  private static final String PROGRAM = "org.sovereignbook.sbp.";
  private static final Pattern NAMED =
      Pattern.compile(
          "^(?:new )?(?:org\\.sovereignbook\\.sbp\\.)?((?:[a-z]+\\.)+)([A-Z]\\w*(?:\\.[A-Z]\\w*)*)"
              + "(?:\\.([a-z]\\w*))?(?:\\(.*)?$");

  @Test
  void everyClassAndMethodThatAPageNamesExists() {
    for (Page page : Page.all()) {
      assertThat(page.code().stream().filter(code -> isMissing(code))).as(page.name()).isEmpty();
    }
  }

  @Test
  void theSharedLibraryIsNamedInFull() {
    assertThat(
            Page.named("docs/library.md").code().stream()
                .filter(code -> NAMED.matcher(code).matches()))
        .hasSizeGreaterThan(17);
  }

  @Test
  void somethingThatIsNotThereIsFound() {
    assertThat(
            List.of(
                "base.crypto.Ed25519.sign(message, keyPair)",
                "new base.protocol.EnvelopeValidator(self)",
                "store.Change.SetPeer(key, cells)",
                "store.Outbox.sent(id, item, at)",
                "base.crypto.Ed25519.seal(message)",
                "base.crypto.Ed448.sign(message)"))
        .filteredOn(LibraryPageTest::isMissing)
        .containsExactly("base.crypto.Ed25519.seal(message)", "base.crypto.Ed448.sign(message)");
  }

  private static boolean isMissing(String code) {
    Matcher named = NAMED.matcher(code);
    if (!named.matches()) {
      return false;
    }
    try {
      Class<?> type = Class.forName(PROGRAM + named.group(1) + named.group(2).replace('.', '$'));
      return named.group(3) != null
          && Arrays.stream(type.getMethods())
              .noneMatch(method -> method.getName().equals(named.group(3)));
    } catch (ClassNotFoundException e) {
      return true;
    }
  }
}
