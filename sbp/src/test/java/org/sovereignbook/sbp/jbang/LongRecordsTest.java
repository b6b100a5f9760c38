package org.sovereignbook.sbp.jbang;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The records of ten or more components that another file makes by position, where two arguments of
 * one type can be swapped. {@code lint/long-records} names them, and only gets shorter: a new
 * record is made of smaller ones, or has a method that makes it.
 */
class LongRecordsTest {
  private static final Path FILE = Checkout.root().resolve("lint/long-records");
  private static final String BASE = "org.sovereignbook.sbp";
  private static final int LONG = 10;

  @Test
  void noOtherLongRecordIsMadeByPosition() throws Exception {
    Set<String> found =
        madeElsewhere(
            new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("/testkit/"))
                .importPackages(BASE));
    if (Boolean.getBoolean("sbp.write")) {
      List<String> before = Files.exists(FILE) ? Files.readAllLines(FILE) : List.copyOf(found);
      Files.write(FILE, found.stream().filter(before::contains).toList());
    }
    assertThat(found)
        .as("long records made by position; write fewer to %s with -Dsbp.write=true", FILE)
        .containsExactlyElementsOf(Files.readAllLines(FILE));
  }

  @Test
  void aLongRecordThatAnotherFileMakesIsFound() {
    assertThat(madeElsewhere(new ClassFileImporter().importPackages(BASE + ".broken")))
        .containsExactly("broken.store.LongRow");
  }

  private static Set<String> madeElsewhere(JavaClasses all) {
    return all.stream()
        .filter(JavaClass::isRecord)
        .filter(type -> canonical(type).anyMatch(LongRecordsTest::isCalledElsewhere))
        .map(type -> type.getName().substring(BASE.length() + 1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Stream<JavaConstructor> canonical(JavaClass type) {
    long components =
        type.getFields().stream()
            .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
            .count();
    return components < LONG
        ? Stream.empty()
        : type.getConstructors().stream().filter(it -> it.getParameters().size() == components);
  }

  private static boolean isCalledElsewhere(JavaConstructor constructor) {
    String file = file(constructor.getOwner());
    return constructor.getCallsOfSelf().stream()
        .anyMatch(call -> !file(call.getOriginOwner()).equals(file));
  }

  /** Returns the name of the top-level type. */
  private static String file(JavaClass type) {
    return type.getName().replaceFirst("\\$.*", "");
  }
}
