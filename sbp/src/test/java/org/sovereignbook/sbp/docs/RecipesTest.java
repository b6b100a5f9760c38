package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.testing.SourceTree;

/** The recipes of docs/architecture.md are the code of the tests of the extension points. */
class RecipesTest {
  private static final Pattern KEPT_TRUE_BY =
      Pattern.compile("Kept true by\\s+`([a-z.]*?)\\.?([A-Z]\\w+)`");

  /** The first block of each recipe, by the test that keeps it true. */
  private static Map<String, String> recipes() {
    String page = String.join("\n", Page.named("docs/architecture.md").lines());
    String recipes =
        page.substring(page.indexOf("## Recipes"), page.indexOf("### Other extension points"));
    return Pattern.compile("^### ", Pattern.MULTILINE)
        .splitAsStream(recipes)
        .skip(1)
        .collect(Collectors.toMap(RecipesTest::test, RecipesTest::code));
  }

  private static String test(String recipe) {
    var found = KEPT_TRUE_BY.matcher(recipe);
    assertThat(found.find()).as(recipe).isTrue();
    return found.group(1).replace('.', '/') + "/" + found.group(2) + ".java";
  }

  private static String code(String recipe) {
    int start = recipe.indexOf("```java\n") + "```java\n".length();
    return recipe.substring(start, recipe.indexOf("\n```", start));
  }

  @Test
  void eachRecipeIsTheCodeOfTheTestThatKeepsItTrue() throws IOException {
    assertThat(recipes()).hasSize(5);
    for (Map.Entry<String, String> recipe : recipes().entrySet()) {
      String test = Files.readString(SourceTree.test(recipe.getKey())).replaceAll("\\s+", " ");
      List<String> lines =
          recipe
              .getValue()
              .lines()
              .map(line -> line.strip().replaceAll("\\s+", " "))
              .filter(line -> !line.isEmpty() && !line.startsWith("/**"))
              .toList();

      assertThat(lines).as(recipe.getKey()).isNotEmpty();
      assertThat(lines).as(recipe.getKey()).allSatisfy(line -> assertThat(test).contains(line));
    }
  }
}
