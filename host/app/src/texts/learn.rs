//! Lessons and puzzles.

texts! { "learn";
    none right wrong go_on back again show next skip leave first_game first_game_help
    done puzzles lessons;
    find_the_move(side: &str);
    no_lessons(name: &str);
    no_puzzles(name: &str);
    lesson_of(number: usize, of: usize);
    puzzle_of(number: usize, of: usize);
    solved_of(solved: usize, of: usize);
    step(number: usize);
}
