/* Every call of PMI-1, and what each refuses. The argument is the number of ranks that there must be. */
#include "check.h"

static void before_the_beginning(void)
{
    int number = 5;
    char text[8];
    OK(PMI_Initialized(&number));
    CHECK(number == PMI_FALSE);
    GIVES(PMI_Initialized(NULL), PMI_ERR_INVALID_ARG);
    GIVES(PMI_Init(NULL), PMI_ERR_INVALID_ARG);
    GIVES(PMI_Get_rank(&number), PMI_ERR_INIT);
    GIVES(PMI_Barrier(), PMI_ERR_INIT);
    GIVES(PMI_KVS_Get_my_name(text, sizeof text), PMI_ERR_INIT);
    GIVES(PMI_KVS_Put("a", "b", "c"), PMI_ERR_INIT);
    GIVES(PMI_Finalize(), PMI_ERR_INIT);
}

static void who_and_how_many(int expected)
{
    int number, here, *clique;
    OK(PMI_Initialized(&number));
    CHECK(number == PMI_TRUE);
    OK(PMI_Init(&number));
    CHECK(ranks == expected && me >= 0 && me < ranks);
    OK(PMI_Get_universe_size(&number));
    CHECK(number == -1 || number >= 1);
    OK(PMI_Get_appnum(&number));
    CHECK(number <= 0);
    OK(PMI_Get_clique_size(&here));
    CHECK(here >= 1 && here <= ranks);
    clique = malloc(sizeof(int) * here);
    OK(PMI_Get_clique_ranks(clique, here));
    number = 0;
    for (int i = 0; i < here; i++) {
        CHECK(clique[i] >= 0 && clique[i] < ranks && (i == 0 || clique[i] > clique[i - 1]));
        number += clique[i] == me;
    }
    CHECK(number == 1);
    GIVES(PMI_Get_clique_ranks(clique, here - 1), PMI_ERR_INVALID_SIZE);
    GIVES(PMI_Get_clique_ranks(NULL, here), PMI_ERR_INVALID_ARG);
    GIVES(PMI_Get_rank(NULL), PMI_ERR_INVALID_ARG);
    GIVES(PMI_Get_size(NULL), PMI_ERR_INVALID_ARG);
    free(clique);
}

static void the_space(void)
{
    int name_max, key_max, value_max, id_max;
    char id[1024], key[4096], value[4096], there[4096];
    OK(PMI_KVS_Get_name_length_max(&name_max));
    OK(PMI_KVS_Get_key_length_max(&key_max));
    OK(PMI_KVS_Get_value_length_max(&value_max));
    OK(PMI_Get_id_length_max(&id_max));
    CHECK(name_max > (int) strlen(space) && key_max >= 32 && value_max >= 64 && id_max == name_max);
    CHECK(key_max < 2048 && value_max < 2048);
    OK(PMI_Get_id(id, sizeof id));
    CHECK(strcmp(id, space) == 0);
    OK(PMI_Get_kvs_domain_id(id, sizeof id));
    CHECK(strcmp(id, space) == 0);
    GIVES(PMI_KVS_Get_my_name(id, (int) strlen(space)), PMI_ERR_INVALID_LENGTH);
    GIVES(PMI_KVS_Get_my_name(id, -1), PMI_ERR_INVALID_LENGTH);
    GIVES(PMI_KVS_Get_my_name(NULL, 100), PMI_ERR_INVALID_ARG);
    OK(PMI_KVS_Get_my_name(id, (int) strlen(space) + 1));

    /* The longest that fit, and one byte more. */
    memset(key, 'k', sizeof key);
    memset(value, 'v', sizeof value);
    snprintf(key, 8, "k%06d", me);
    key[7] = 'k';
    key[key_max - 1] = value[value_max - 1] = 0;
    OK(PMI_KVS_Put(space, key, value));
    OK(PMI_KVS_Get(space, key, there, value_max));
    CHECK(strcmp(there, value) == 0);
    GIVES(PMI_KVS_Get(space, key, there, value_max - 1), PMI_ERR_INVALID_LENGTH);
    value[value_max - 1] = 'v';
    value[value_max] = 0;
    GIVES(PMI_KVS_Put(space, "short", value), PMI_ERR_INVALID_VAL_LENGTH);
    key[key_max - 1] = 'k';
    key[key_max] = 0;
    GIVES(PMI_KVS_Put(space, key, "short"), PMI_ERR_INVALID_KEY_LENGTH);
    GIVES(PMI_KVS_Get(space, key, there, sizeof there), PMI_ERR_INVALID_KEY_LENGTH);

    GIVES(PMI_KVS_Put("another", "a", "b"), PMI_ERR_INVALID_ARG);
    GIVES(PMI_KVS_Put(NULL, "a", "b"), PMI_ERR_INVALID_ARG);
    GIVES(PMI_KVS_Put(space, NULL, "b"), PMI_ERR_INVALID_KEY);
    GIVES(PMI_KVS_Put(space, "", "b"), PMI_ERR_INVALID_KEY);
    GIVES(PMI_KVS_Put(space, "a b", "b"), PMI_ERR_INVALID_KEY);
    GIVES(PMI_KVS_Put(space, "a", NULL), PMI_ERR_INVALID_VAL);
    GIVES(PMI_KVS_Put(space, "a", "b\nc"), PMI_ERR_INVALID_VAL);
    GIVES(PMI_KVS_Commit("another"), PMI_ERR_INVALID_ARG);
    GIVES(PMI_KVS_Get(space, "nobody-put-it", there, sizeof there), PMI_FAIL);
    GIVES(PMI_KVS_Get("another", "a", there, sizeof there), PMI_ERR_INVALID_ARG);
}

static void the_names(void)
{
    char service[64], port[256];
    snprintf(service, sizeof service, "service-%d", me);
    GIVES(PMI_Lookup_name(service, port), PMI_FAIL);
    OK(PMI_Publish_name(service, "a port, with blanks"));
    OK(PMI_Lookup_name(service, port));
    CHECK(strcmp(port, "a port, with blanks") == 0);
    OK(PMI_Unpublish_name(service));
    GIVES(PMI_Unpublish_name(service), PMI_FAIL);
    GIVES(PMI_Publish_name(NULL, "x"), PMI_ERR_INVALID_ARG);
}

int main(int argc, char **argv)
{
    before_the_beginning();
    begin();
    who_and_how_many(argc > 1 ? atoi(argv[1]) : 1);
    the_space();
    /* Other launchers know names, but none that are published by a job of their own while it runs. */
    if (argc <= 2) the_names();
    for (int round = 0; round < 3; round++) exchange(round);
    end();
    GIVES(PMI_Barrier(), PMI_ERR_INIT);
    return 0;
}
