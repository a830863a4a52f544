/* `assert` ends the plugin with an error that names file and line. */
#undef assert
#ifdef NDEBUG
#define assert(holds) ((void)0)
#else
#include "boardloom.h"
#define assert(holds) ((holds) ? (void)0 : bl_fail("%s:%d: expected %s", __FILE__, __LINE__, #holds))
#endif
