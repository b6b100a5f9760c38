package org.sovereignbook.sbp.base.crypto;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.security.SecureRandom;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Classes of Bouncy Castle that the program's jar contains, by its assembly. */
class PackagedCryptoTest {
  private static final Pattern RULE =
      Pattern.compile("<(include|exclude)>(org/bouncycastle/[^<]+)</");

  /** Loads this program's cryptography anew, with those classes only. */
  private static final class Packaged extends ClassLoader {
    private final List<PathMatcher> included;
    private final List<PathMatcher> excluded;

    Packaged(String assembly) {
      super(PackagedCryptoTest.class.getClassLoader());
      included = rules(assembly, "include");
      excluded = rules(assembly, "exclude");
    }

    private static List<PathMatcher> rules(String assembly, String kind) {
      return RULE.matcher(assembly)
          .results()
          .filter(rule -> rule.group(1).equals(kind))
          .map((MatchResult rule) -> "glob:" + rule.group(2))
          .map(FileSystems.getDefault()::getPathMatcher)
          .toList();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      boolean isOwn = name.startsWith("org.sovereignbook.sbp.base.crypto.");
      if (!isOwn && !name.startsWith("org.bouncycastle.")) {
        return super.loadClass(name, resolve);
      }
      Path file = Path.of(name.replace('.', '/') + ".class");
      boolean isPackaged =
          included.stream().anyMatch(rule -> rule.matches(file))
              && excluded.stream().noneMatch(rule -> rule.matches(file));
      if (!isOwn && !isPackaged) {
        throw new ClassNotFoundException(name + " is not in the jar: add it to program.xml");
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name, file.toString()) : loaded;
    }

    private Class<?> define(String name, String file) throws ClassNotFoundException {
      try (InputStream in = getParent().getResourceAsStream(file)) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private static boolean isKnown(String assembly) throws ReflectiveOperationException {
    Class<?> hash = new Packaged(assembly).loadClass(PassphraseHash.class.getName());
    Object made =
        hash.getMethod("make", String.class, SecureRandom.class)
            .invoke(null, "open", new SecureRandom());
    return (boolean)
        hash.getMethod("matches", String.class, String.class).invoke(null, made, "open");
  }

  @Test
  void aPassphraseIsHashedWithTheClassesOfTheJar() throws Exception {
    assertThat(isKnown(Files.readString(Path.of("src/assembly/program.xml")))).isTrue();
  }
}
